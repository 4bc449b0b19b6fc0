import type { JournalEntry, Recorded } from './journal-entry.js';
import { JournalRing } from './journal-ring.js';

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
  /** Each at its id after those that are forgotten, modulo how many are kept. */
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
