import type { ScheduledAction } from './schedule.js';

/**
 * When work that a call left for later gets done: after some time on the space's clock, after it was read some times, or
 * by hand.
 */
export type DeferralPolicy = { readonly milliseconds: number } | { readonly reads: number } | 'by hand';

interface Work {
  readonly action: ScheduledAction;
  /** When it is done, in milliseconds since 1970; undefined where time does not do it. */
  readonly due: number | undefined;
  /** How many reads still don't see it done; undefined where reads do not do it. */
  reads: number | undefined;
}

/** Work that calls left for later. */
export class DeferredWork {
  #policy: DeferralPolicy = { milliseconds: 100 };
  #work: Work[] = [];

  /** Says when work that is left from now on gets done. */
  set policy(policy: DeferralPolicy) {
    this.#policy = policy;
  }

  /** Leaves something for later. */
  add(action: ScheduledAction, now: number): void {
    const policy = this.#policy;
    this.#work.push({
      action,
      due: policy !== 'by hand' && 'milliseconds' in policy ? now + policy.milliseconds : undefined,
      reads: policy !== 'by hand' && 'reads' in policy ? policy.reads : undefined,
    });
  }

  /** What is to be done now, before a call is answered. */
  due(now: number, isRead: boolean): ScheduledAction[] {
    if (this.#work.length === 0) return [];
    const due = this.#work.filter((work) => {
      if (isRead && work.reads !== undefined) work.reads -= 1;
      return (work.due !== undefined && work.due <= now) || (work.reads !== undefined && work.reads < 0);
    });
    this.#work = this.#work.filter((work) => !due.includes(work));
    return due.map(({ action }) => action);
  }

  /** All that is left, in its order; nothing is left then. */
  takeAll(): ScheduledAction[] {
    return this.#work.splice(0).map(({ action }) => action);
  }
}
