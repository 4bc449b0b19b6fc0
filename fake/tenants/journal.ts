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
  #ring = new JournalRing();
  #last = 0;
  #forgotten = 0;

  /** Writes a request down. */
  record(entry: Recorded): void {
    this.#last += 1;
    this.#ring.write(this.#placeOf(this.#last), isLong(entry) ? shortened(entry) : entry);
  }

  /** The requests that are kept and came after the one with this id, oldest first. */
  entries(since = 0): JournalEntry[] {
    const found: JournalEntry[] = [];
    for (let id = Math.max(Math.floor(since) + 1, this.span.first); id <= this.#last; id += 1) {
      found.push(this.#entry(id));
    }
    return found;
  }

  /** The request with this id, if it is kept. */
  find(id: number): JournalEntry | undefined {
    const { first, last } = this.span;
    return Number.isInteger(id) && id >= first && id <= last ? this.#entry(id) : undefined;
  }

  /** Which requests are kept. */
  get span(): JournalSpan {
    return { first: 1 + Math.max(this.#forgotten, this.#last - CAPACITY), last: this.#last };
  }

  /** Forgets every request. */
  clear(): void {
    this.#ring = new JournalRing();
    this.#forgotten = this.#last;
  }

  #entry(id: number): JournalEntry {
    return { id, ...this.#ring.read(this.#placeOf(id)) };
  }

  #placeOf(id: number): number {
    return (id - 1 - this.#forgotten) % CAPACITY;
  }
}

function isLong({ requestBody, responseBody }: Recorded): boolean {
  return requestBody.length > BODY_LIMIT || responseBody.length > BODY_LIMIT;
}

function shortened(entry: Recorded): Recorded {
  return { ...entry, requestBody: cut(entry.requestBody), responseBody: cut(entry.responseBody) };
}

/** The beginning of a body, as a text of its own: a slice would keep the whole of it in memory. */
function cut(body: string): string {
  if (body.length <= BODY_LIMIT) return body;
  return Buffer.from(body.slice(0, BODY_LIMIT), 'utf16le').toString('utf16le');
}

/** Numbers of a request, by their place in its row of numbers. */
const AT = 0;
const DURATION = 1;
const STATUS = 2;
const URL_END = 3;
const TYPE_END = 4;
const REQUEST_END = 5;
const RESPONSE_END = 6;
const NUMBERS = 7;

/** The end of the content type in a request that has none. */
const NO_TYPE = -1;

/** The largest number of characters for which the texts of a request are kept as bytes. */
const SHORT = 4_096;

/** The factor for new room: more than a text needs, so that later texts find room too. */
const ROOM = 1.25;

const FIRST_SIZE = 16;

const none: readonly string[] = Object.freeze([]);

/**
 * Requests by their place. A new request replaces the request that stood at its place. Requests are written into memory
 * that is used again: as texts and numbers of its own, a kept request would cost the garbage collector as much as
 * answering it does.
 */
class JournalRing {
  #numbers = new Float64Array();
  readonly #texts: (Buffer | string)[] = [];
  /** The bytes of each text that is kept as bytes. */
  readonly #bytes: number[] = [];
  readonly #methods: string[] = [];
  readonly #endpoints: (string | null)[] = [];
  readonly #refusals: (RefusalStep | null)[] = [];
  readonly #callers: (string | null)[] = [];
  readonly #faults: (readonly string[])[] = [];

  /** Keeps a request at a place; the places before it are taken. */
  write(place: number, entry: Recorded): void {
    const { url, contentType, requestBody, responseBody } = entry;
    const row = this.#rowOf(place);
    const urlEnd = url.length;
    const typeEnd = urlEnd + (contentType?.length ?? 0);
    const requestEnd = typeEnd + requestBody.length;
    const numbers = this.#numbers;
    numbers[row + AT] = entry.at;
    numbers[row + DURATION] = entry.duration;
    numbers[row + STATUS] = entry.status;
    numbers[row + URL_END] = urlEnd;
    numbers[row + TYPE_END] = contentType === null ? NO_TYPE : typeEnd;
    numbers[row + REQUEST_END] = requestEnd;
    numbers[row + RESPONSE_END] = requestEnd + responseBody.length;
    this.#methods[place] = entry.method;
    this.#endpoints[place] = entry.endpoint;
    this.#refusals[place] = entry.refused;
    this.#callers[place] = entry.caller;
    this.#faults[place] = entry.faults.length === 0 ? none : entry.faults;
    this.#writeText(place, url + (contentType ?? '') + requestBody + responseBody);
  }

  /** The request at a place that was written. */
  read(place: number): Recorded {
    const row = place * NUMBERS;
    const number = (at: number) => this.#numbers[row + at] ?? 0;
    const text = this.#textAt(place);
    const urlEnd = number(URL_END);
    const hasType = number(TYPE_END) !== NO_TYPE;
    const typeEnd = hasType ? number(TYPE_END) : urlEnd;
    return {
      at: number(AT),
      method: this.#methods[place] ?? '',
      url: text.slice(0, urlEnd),
      endpoint: this.#endpoints[place] ?? null,
      refused: this.#refusals[place] ?? null,
      caller: this.#callers[place] ?? null,
      contentType: hasType ? text.slice(urlEnd, typeEnd) : null,
      requestBody: text.slice(typeEnd, number(REQUEST_END)),
      status: number(STATUS),
      responseBody: text.slice(number(REQUEST_END), number(RESPONSE_END)),
      duration: number(DURATION),
      faults: this.#faults[place] ?? none,
    };
  }

  /** Where the numbers of a place begin; there is room for them. */
  #rowOf(place: number): number {
    const row = place * NUMBERS;
    if (row >= this.#numbers.length) {
      const larger = new Float64Array(Math.max(FIRST_SIZE * NUMBERS, this.#numbers.length * 2));
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    return row;
  }

  #writeText(place: number, text: string): void {
    if (text.length > SHORT) {
      this.#texts[place] = text;
      return;
    }
    const needed = Buffer.byteLength(text);
    let bytes = this.#texts[place];
    if (typeof bytes !== 'object' || bytes.length < needed) {
      bytes = Buffer.allocUnsafe(Math.ceil(needed * ROOM));
      this.#texts[place] = bytes;
    }
    this.#bytes[place] = bytes.write(text, 'utf8');
  }

  #textAt(place: number): string {
    const text = this.#texts[place] ?? '';
    return typeof text === 'string' ? text : text.toString('utf8', 0, this.#bytes[place]);
  }
}
