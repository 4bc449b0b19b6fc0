import { TenantError } from '../server/errors.js';
import type { State } from '../state/state.js';

/** The end of a clock: a year before the years of moments need five digits. */
const END = Date.UTC(9999, 0);

/** The time of a tenant: the machine's time, moved forward manually. */
export class TenantClock {
  #offset = 0;

  /** The tenant's present, in milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Moves the tenant's present forward. @throws TenantError for a time that is past or can't be written as a moment */
  advance(milliseconds: number): void {
    if (!(milliseconds >= 0)) {
      throw new TenantError(400, `The clock only moves forward, not by ${milliseconds} ms: reset() sets it back.`);
    }
    if (!(this.now() + milliseconds < END)) {
      throw new TenantError(400, `The clock can't be moved beyond ${new Date(END).toISOString()}.`);
    }
    this.#offset += milliseconds;
  }

  reset(): void {
    this.#offset = 0;
  }
}

/** An action that a tracker performs by itself. */
export type ScheduledAction = (state: State) => void;

/** An action that a tracker repeats by its own clock. */
export class Schedule {
  #job: { readonly action: ScheduledAction; readonly every: number; next: number } | undefined;

  repeat(every: number, now: number, action: ScheduledAction): void {
    this.#job = { action, every, next: now + every };
  }

  cancel(): void {
    this.#job = undefined;
  }

  /** The action if it is due; once, even if it was due more than once. */
  due(now: number): readonly ScheduledAction[] {
    if (this.#job === undefined || this.#job.next > now) return [];
    this.#job.next = now + this.#job.every;
    return [this.#job.action];
  }
}

/**
 * When deferred work gets done: after some time on the tenant's clock, after some reads of it, or if `finishWork` is
 * called.
 */
export type DeferralPolicy = { readonly milliseconds: number } | { readonly reads: number } | 'manual';

interface Work {
  readonly action: ScheduledAction;
  /** When it is done, in milliseconds since 1970; undefined if that does not depend on time. */
  readonly due: number | undefined;
  /** How many more reads don't see it done; undefined if that does not depend on reads. */
  reads: number | undefined;
}

export class DeferredWork {
  #work: Work[] = [];

  /** @param policy says when work that is deferred from now on gets done */
  constructor(public policy: DeferralPolicy) {}

  add(action: ScheduledAction, now: number): void {
    const { policy } = this;
    this.#work.push({
      action,
      due: policy !== 'manual' && 'milliseconds' in policy ? now + policy.milliseconds : undefined,
      reads: policy !== 'manual' && 'reads' in policy ? policy.reads : undefined,
    });
  }

  /** The work to do now, before a call is answered. */
  due(now: number, isRead: boolean): ScheduledAction[] {
    if (this.#work.length === 0) return [];
    const due: ScheduledAction[] = [];
    this.#work = this.#work.filter((work) => {
      if (isRead && work.reads !== undefined) work.reads -= 1;
      const isDue = (work.due !== undefined && work.due <= now) || (work.reads !== undefined && work.reads < 0);
      if (isDue) due.push(work.action);
      return !isDue;
    });
    return due;
  }

  takeAll(): ScheduledAction[] {
    return this.#work.splice(0).map(({ action }) => action);
  }
}
