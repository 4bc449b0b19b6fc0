/** An answer on its way to the wire, as faults can change it. */
export interface Sending {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly body: Buffer;
  /** Whether the body is JSON, and whether it is text at all. */
  readonly isJson: boolean;
  readonly isText: boolean;
  /** Into how many pieces the body is cut, with a pause in milliseconds before each but the first. */
  readonly pieces?: { readonly count: number; readonly pause: number };
  /** After what part of the body the connection ends, and whether with a reset. */
  readonly end?: { readonly at: number; readonly reset: boolean };
}

/** What is sent before anything is known. */
export const nothingYet: Sending = { status: 0, headers: {}, body: Buffer.alloc(0), isJson: false, isText: false };

/** When a fault strikes: before a request is handled, or between that and its answer. */
export type Moment = 'before' | 'after';

/** What a fault does to a request it strikes. */
export type Effect =
  /** It waits, in milliseconds. */
  | { readonly wait: number }
  /** Its connection ends without an answer; with a reset, or in the orderly way. */
  | { readonly disconnect: { readonly reset: boolean } }
  /** This is the answer, in place of the tracker's; what strikes after a request is handled strikes it too. */
  | { readonly answer: Sending }
  /** This is sent. */
  | { readonly send: Sending };

/** What one kind of fault does. */
export interface FaultKind<Fault> {
  readonly moment: (fault: Fault) => Moment;
  /** Whether an answer has what the fault spoils; if it is left out, every answer has. */
  readonly suits?: (sending: Sending) => boolean;
  /**
   * @param sending the answer as it is so far; before a request is handled, an empty one
   * @param chance a number from 0 to 1, less than 1, by the fault's seed
   */
  readonly effect: (fault: Fault, sending: Sending, chance: () => number) => Effect;
}
