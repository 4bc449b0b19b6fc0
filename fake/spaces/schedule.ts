import type { State } from '../state/state.js';

/** Something a tracker does by itself. */
export type ScheduledAction = (state: State) => void;

interface Job {
  readonly name: string;
  readonly action: ScheduledAction;
  /** Milliseconds between two times. */
  readonly every: number;
  /** When it is done next, in milliseconds since 1970. */
  readonly next: number;
}

/** What a tracker does by itself, by its own clock. */
export class Schedule {
  #jobs: readonly Job[] = [];

  /** Does something again and again, in place of what has the same name. */
  repeat(name: string, every: number, now: number, action: ScheduledAction): void {
    this.cancel(name);
    this.#jobs = [...this.#jobs, { name, action, every, next: now + every }];
  }

  /** Does something no longer. */
  cancel(name: string): void {
    this.#jobs = this.#jobs.filter((job) => job.name !== name);
  }

  /** What is due, each thing once however often its time has come. */
  due(now: number): readonly ScheduledAction[] {
    if (this.#jobs.length === 0) return [];
    const due = this.#jobs.filter(({ next }) => next <= now);
    if (due.length === 0) return [];
    this.#jobs = this.#jobs.map((job) => (due.includes(job) ? { ...job, next: now + job.every } : job));
    return due.map(({ action }) => action);
  }

  /** Does nothing any more. */
  clear(): void {
    this.#jobs = [];
  }
}
