import type { Recorded } from './journal-entry.js';

/** Numbers of a request, by their place in its row of numbers. */
const AT = 0;
const DURATION = 1;
const STATUS = 2;
const URL_END = 3;
const TYPE_END = 4;
const REQUEST_END = 5;
const RESPONSE_END = 6;
const NUMBERS = 7;

/** What is no content type, where one would end. */
const NO_TYPE = -1;

/** Up to how many characters the texts of a request are kept as bytes. */
const SHORT = 4_096;

/** By how much more room is made than a text needs, for those that come after it. */
const ROOM = 1.25;

const FIRST_SIZE = 16;

const none: readonly string[] = Object.freeze([]);

/**
 * Requests by their place, each in place of the one that stood there. As texts and numbers of its own, a request that is
 * kept costs the garbage collector as much as answering it does; so they are written into memory that is used again.
 */
export class JournalRing {
  #numbers = new Float64Array();
  readonly #texts: (Buffer | string)[] = [];
  /** The bytes of each text that is kept as bytes. */
  readonly #bytes: number[] = [];
  readonly #methods: string[] = [];
  readonly #endpoints: (string | null)[] = [];
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
    this.#callers[place] = entry.caller;
    this.#faults[place] = entry.faults.length === 0 ? none : entry.faults;
    this.#writeText(place, url + (contentType ?? '') + requestBody + responseBody);
  }

  /** The request at a place that was written. */
  read(place: number): Recorded {
    const row = place * NUMBERS;
    const number = (at: number) => this.#numbers[row + at] as number;
    const text = this.#textAt(place);
    const urlEnd = number(URL_END);
    const hasType = number(TYPE_END) !== NO_TYPE;
    const typeEnd = hasType ? number(TYPE_END) : urlEnd;
    return {
      at: number(AT),
      method: this.#methods[place] as string,
      url: text.slice(0, urlEnd),
      endpoint: this.#endpoints[place] as string | null,
      caller: this.#callers[place] as string | null,
      contentType: hasType ? text.slice(urlEnd, typeEnd) : null,
      requestBody: text.slice(typeEnd, number(REQUEST_END)),
      status: number(STATUS),
      responseBody: text.slice(number(REQUEST_END), number(RESPONSE_END)),
      duration: number(DURATION),
      faults: this.#faults[place] as readonly string[],
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
    const text = this.#texts[place] as Buffer | string;
    return typeof text === 'string' ? text : text.toString('utf8', 0, this.#bytes[place]);
  }
}
