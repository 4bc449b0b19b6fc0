/** An answer before it is sent, as faults can change it. */
export interface Sending {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly body: Buffer;
  /** Whether the body is JSON, and whether it is text at all. */
  readonly isJson: boolean;
  readonly isText: boolean;
  /** The number of pieces of the body, and the pause in milliseconds before each but the first. */
  readonly pieces?: { readonly count: number; readonly pause: number };
  /** The part of the body after which the connection ends, and whether by a reset. */
  readonly end?: { readonly at: number; readonly reset: boolean };
}

/** An empty answer to start from. */
export const nothingYet: Sending = { status: 0, headers: {}, body: Buffer.alloc(0), isJson: false, isText: false };

/** When a fault strikes: before a request is handled, or between handling and answer. */
export type Moment = 'before' | 'after';

/** The effect of a fault on a request. */
export type Effect =
  /** It waits, in milliseconds. */
  | { readonly wait: number }
  /** The connection ends without an answer, by a reset or normally. */
  | { readonly disconnect: { readonly reset: boolean } }
  /** This answer replaces the tracker's. Faults that strike after handling apply to it too. */
  | { readonly answer: Sending }
  /** This answer is sent. */
  | { readonly send: Sending };

/** The effect of one kind of fault. */
export interface FaultKind<Fault> {
  readonly moment: (fault: Fault) => Moment;
  /** Whether an answer has the part that the fault changes. Default: every answer has it */
  readonly suits?: (sending: Sending) => boolean;
  /**
   * @param sending the answer so far; empty before the request is handled
   * @param chance a number from 0 to 1, less than 1, by the fault's seed
   */
  readonly effect: (fault: Fault, sending: Sending, chance: () => number) => Effect;
}
