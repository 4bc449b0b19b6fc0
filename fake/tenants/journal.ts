/** The step at which a request was refused before its endpoint's handler was asked. */
export type RefusalStep =
  /** Its login is missing or was not accepted. */
  | 'login'
  /** Nothing is served at its method and path. */
  | 'address'
  /** Its headers, query or body are invalid. */
  | 'request';

/** One request a tenant has answered. Credentials are not kept. */
export interface JournalEntry {
  readonly id: number;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** The path and query as they arrived. */
  readonly url: string;
  /** The endpoint the request was for, whether or not it was let through; null if none has its method and path. */
  readonly endpoint: string | null;
  /** The step that refused the request before the endpoint's handler was asked; null if the handler was asked. */
  readonly refused: RefusalStep | null;
  /** The name of the caller, or null. */
  readonly caller: string | null;
  /** The Content-Type of the request, or null. */
  readonly contentType: string | null;
  /** The request's body as text, cut at 16,384 characters; the bytes of uploads are not kept. */
  readonly requestBody: string;
  /** The answer's status; 0 if a fault kept it from being sent. */
  readonly status: number;
  /** The part of the answer's body that was sent, as text, cut likewise. */
  readonly responseBody: string;
  /** How long the answer took, in milliseconds. */
  readonly duration: number;
  /** The ids of the faults that struck it. An id with `stub-` is of a stub, which answered in the tracker's place. */
  readonly faults: readonly string[];
  /** The feature that it asks for, if trackers have that feature and the fake leaves it out. */
  readonly leftOut?: string;
}

/** A request as it is written down, before it has an id. */
export type Recorded = Omit<JournalEntry, 'id' | 'leftOut'>;

/** The range of the requests that a journal keeps, by their ids. */
export interface JournalSpan {
  /** The id of the oldest; one more than `last` if none is kept. */
  readonly first: number;
  /** The id of the newest there ever was; 0 if there was none. */
  readonly last: number;
}

const CAPACITY = 1_000;

/** How many characters of a body a journal keeps. */
export const BODY_LIMIT = 16_384;

/** The last thousand requests of a tenant, oldest first. */
export class Journal {
  /** A request is at its position after the forgotten requests, modulo the number of kept requests. */
  #places: Place[] = [];
  #last = 0;
  #forgotten = 0;

  /** Writes a request down. */
  record(entry: Recorded): void {
    this.#last += 1;
    (this.#places[this.#indexOf(this.#last)] ??= new Place()).write(entry);
  }

  /** The requests that are kept and came after the one with this id, oldest first. */
  entries(since = 0): JournalEntry[] {
    const found: JournalEntry[] = [];
    for (let id = Math.max(Math.floor(since) + 1, this.span.first); id <= this.#last; id += 1) {
      found.push(this.#entry(id));
    }
    return found;
  }

  find(id: number): JournalEntry | undefined {
    const { first, last } = this.span;
    return Number.isInteger(id) && id >= first && id <= last ? this.#entry(id) : undefined;
  }

  get span(): JournalSpan {
    return { first: 1 + Math.max(this.#forgotten, this.#last - CAPACITY), last: this.#last };
  }

  /** Forgets every request. */
  clear(): void {
    this.#places = [];
    this.#forgotten = this.#last;
  }

  #entry(id: number): JournalEntry {
    return { id, ...(this.#places[this.#indexOf(id)] as Place).read() };
  }

  #indexOf(id: number): number {
    return (id - 1 - this.#forgotten) % CAPACITY;
  }
}

/** The beginning of a body, as a text of its own: a slice would keep the whole of it in memory. */
function cut(body: string): string {
  if (body.length <= BODY_LIMIT) return body;
  return Buffer.from(body.slice(0, BODY_LIMIT), 'utf16le').toString('utf16le');
}

/** The largest number of characters for which the texts of a request are kept as bytes. */
const SHORT = 4_096;

/** The factor for new room: more than a text needs, so that later texts find room too. */
const ROOM = 1.25;

const none: readonly string[] = Object.freeze([]);

type Texts = 'url' | 'contentType' | 'requestBody' | 'responseBody';

/**
 * A place for a request, and for later ones in its place: as objects and texts of their own, kept requests would cost the
 * garbage collector as much as answering them does.
 */
class Place {
  readonly #kept: { -readonly [Name in Exclude<keyof Recorded, Texts>]: Recorded[Name] } = {
    ...{ at: 0, method: '', endpoint: null, refused: null, caller: null, status: 0, duration: 0, faults: none },
  };
  /** The texts, one after the other; as bytes, if they are short. */
  #text: Buffer | string = '';
  #bytes = 0;
  #urlEnd = 0;
  #typeEnd = 0;
  #requestEnd = 0;
  #hasType = false;

  write(entry: Recorded): void {
    const { url, contentType } = entry;
    const requestBody = cut(entry.requestBody);
    const kept = this.#kept;
    kept.at = entry.at;
    kept.method = entry.method;
    kept.endpoint = entry.endpoint;
    kept.refused = entry.refused;
    kept.caller = entry.caller;
    kept.status = entry.status;
    kept.duration = entry.duration;
    kept.faults = entry.faults.length === 0 ? none : entry.faults;
    this.#hasType = contentType !== null;
    this.#urlEnd = url.length;
    this.#typeEnd = this.#urlEnd + (contentType?.length ?? 0);
    this.#requestEnd = this.#typeEnd + requestBody.length;
    this.#writeText(url + (contentType ?? '') + requestBody + cut(entry.responseBody));
  }

  read(): Recorded {
    const text = typeof this.#text === 'string' ? this.#text : this.#text.toString('utf8', 0, this.#bytes);
    const { at, method, ...kept } = this.#kept;
    return {
      ...{ at, method, url: text.slice(0, this.#urlEnd) },
      ...kept,
      contentType: this.#hasType ? text.slice(this.#urlEnd, this.#typeEnd) : null,
      requestBody: text.slice(this.#typeEnd, this.#requestEnd),
      responseBody: text.slice(this.#requestEnd),
    };
  }

  #writeText(text: string): void {
    if (text.length > SHORT) {
      this.#text = text;
      return;
    }
    const needed = Buffer.byteLength(text);
    if (typeof this.#text === 'string' || this.#text.length < needed) {
      this.#text = Buffer.allocUnsafe(Math.ceil(needed * ROOM));
    }
    this.#bytes = this.#text.write(text, 'utf8');
  }
}
