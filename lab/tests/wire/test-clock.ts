import type { Clock } from '../../../client/transport.js';

/** A clock on which time passes only while everybody sleeps. */
export class TestClock implements Clock {
  /** The times of all sleeps, in milliseconds, in the order in which they began. */
  readonly slept: number[] = [];
  #now: number;
  readonly #sleepers: { readonly until: number; readonly wake: () => void }[] = [];

  constructor(now = 1_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number): Promise<void> {
    this.slept.push(milliseconds);
    const slept = new Promise<void>((wake) => this.#sleepers.push({ until: this.#now + milliseconds, wake }));
    // By then every other task has done its work and sleeps.
    if (this.#sleepers.length === 1) setImmediate(() => this.#wakeNext());
    return slept;
  }

  #wakeNext(): void {
    this.#sleepers.sort((a, b) => a.until - b.until);
    const next = this.#sleepers.shift();
    if (next === undefined) return;
    this.#now = Math.max(this.#now, next.until);
    next.wake();
    setImmediate(() => this.#wakeNext());
  }
}
