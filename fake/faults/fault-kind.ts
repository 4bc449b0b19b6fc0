import type { Sending } from './sending.js';

/** When a fault strikes: before a request is handled, or between that and its answer. */
export type Moment = 'before' | 'after';

/** What a fault does to a request it strikes. */
export type Effect =
  /** It waits, in milliseconds. */
  | { readonly wait: number }
  /** Its connection ends without an answer; with a reset, or in the orderly way. */
  | { readonly drop: { readonly reset: boolean } }
  /** This is sent. */
  | { readonly send: Sending };

/** What one kind of fault does. */
export interface FaultKind<Fault> {
  readonly moment: (fault: Fault) => Moment;
  /** Whether an answer has what the fault spoils; where it is left out, every answer has. */
  readonly suits?: (sending: Sending) => boolean;
  /**
   * @param sending the answer as it is so far; before a request is handled, an empty one
   * @param chance a number from 0 to 1, less than 1, by the fault's seed
   */
  readonly effect: (fault: Fault, sending: Sending, chance: () => number) => Effect;
}
