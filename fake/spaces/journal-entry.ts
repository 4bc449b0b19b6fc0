/** One request a space has answered. Credentials are not kept. */
export interface JournalEntry {
  readonly id: number;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** The path and query as they arrived. */
  readonly url: string;
  /** The endpoint that answered, or null where none fits. */
  readonly endpoint: string | null;
  /** The name of the caller, or null. */
  readonly caller: string | null;
  /** The content type the request told of its body, or null. */
  readonly contentType: string | null;
  /** The request's body as text, cut at 16,384 characters; the bytes of uploads are not kept. */
  readonly requestBody: string;
  /** The answer's status; 0 where a fault kept it from being sent. */
  readonly status: number;
  /** What was sent of the answer's body as text, cut likewise. */
  readonly responseBody: string;
  /** How long the answer took, in milliseconds. */
  readonly duration: number;
  /** The ids of the faults that struck it. */
  readonly faults: readonly string[];
}

/** A request as it is written down, before it has an id. */
export type Recorded = Omit<JournalEntry, 'id'>;
