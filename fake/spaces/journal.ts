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

/** Which requests a journal keeps, by their ids. */
export interface JournalSpan {
  /** The id of the oldest; one more than `last` where none is kept. */
  readonly first: number;
  /** The id of the newest there ever was; 0 where there was none. */
  readonly last: number;
}

const CAPACITY = 1_000;

/** How many characters of a body a journal keeps. */
export const BODY_LIMIT = 16_384;

/** The last thousand requests of a space, oldest first. */
export class Journal {
  /** Each at its id, modulo how many are kept. */
  readonly #ring: JournalEntry[] = [];
  #last = 0;
  #forgotten = 0;

  /** Writes a request down. */
  record(entry: Omit<JournalEntry, 'id'>): void {
    this.#last += 1;
    // Property by property: a spread that something is added to costs ten times as much.
    this.#ring[this.#last % CAPACITY] = {
      id: this.#last,
      at: entry.at,
      method: entry.method,
      url: entry.url,
      endpoint: entry.endpoint,
      caller: entry.caller,
      contentType: entry.contentType,
      requestBody: cut(entry.requestBody),
      status: entry.status,
      responseBody: cut(entry.responseBody),
      duration: entry.duration,
      faults: entry.faults,
    };
  }

  /** The requests that are kept and came after the one with this id, oldest first. */
  entries(since = 0): JournalEntry[] {
    const found: JournalEntry[] = [];
    for (let id = Math.max(Math.floor(since) + 1, this.span.first); id <= this.#last; id += 1) {
      found.push(this.#ring[id % CAPACITY] as JournalEntry);
    }
    return found;
  }

  /** The request with this id, if it is kept. */
  find(id: number): JournalEntry | undefined {
    const found = this.#ring[id % CAPACITY];
    return found?.id === id ? found : undefined;
  }

  /** Which requests are kept. */
  get span(): JournalSpan {
    return { first: 1 + Math.max(this.#forgotten, this.#last - CAPACITY), last: this.#last };
  }

  /** Forgets every request. */
  clear(): void {
    this.#ring.length = 0;
    this.#forgotten = this.#last;
  }
}

/** The beginning of a body, as a text of its own: a slice would keep the whole of it in memory. */
function cut(body: string): string {
  if (body.length <= BODY_LIMIT) return body;
  return Buffer.from(body.slice(0, BODY_LIMIT), 'utf16le').toString('utf16le');
}
