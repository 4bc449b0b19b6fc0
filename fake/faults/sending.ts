/** An answer on its way to the wire, as faults can change it. */
export interface Sending {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
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
