import { TenantError } from '../server/errors.js';
import type { State } from '../state/state.js';

/** Where a clock ends: a year before moments no longer have four digits for theirs. */
const END = Date.UTC(9999, 0);

/** The time a tenant lives in: the machine's, moved forward by hand. */
export class Clock {
  #offset = 0;

  /** The tenant's present, in milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Moves the tenant's present forward. @throws TenantError for a time that moments can't be written of */
  advance(milliseconds: number): void {
    if (!(this.now() + milliseconds < END)) {
      throw new TenantError(400, `The clock can't be moved beyond ${new Date(END).toISOString()}.`);
    }
    this.#offset += milliseconds;
  }

  /** Goes back to the machine's time. */
  reset(): void {
    this.#offset = 0;
  }
}

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

  /** The work that is due. Each item is listed once, even if it was due more than once. */
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

/**
 * When deferred work gets done: after some time on the tenant's clock, after it was read some times, or if `finishWork` is
 * called.
 */
export type DeferralPolicy = { readonly milliseconds: number } | { readonly reads: number } | 'manual';

interface Work {
  readonly action: ScheduledAction;
  /** When it is done, in milliseconds since 1970; undefined if time does not do it. */
  readonly due: number | undefined;
  /** How many reads still don't see it done; undefined if reads do not do it. */
  reads: number | undefined;
}

/** Work that calls left for later. */
export class DeferredWork {
  #policy: DeferralPolicy;
  #work: Work[] = [];

  constructor(policy: DeferralPolicy) {
    this.#policy = policy;
  }

  /** Says when work that is left from now on gets done. */
  set policy(policy: DeferralPolicy) {
    this.#policy = policy;
  }

  /** Leaves something for later. */
  add(action: ScheduledAction, now: number): void {
    const policy = this.#policy;
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

  /** Removes all work that is left. @returns it, in order */
  takeAll(): ScheduledAction[] {
    return this.#work.splice(0).map(({ action }) => action);
  }
}
