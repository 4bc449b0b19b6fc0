import { curlCommand } from '../../contracts/curl-command.js';
import type { RepeatedRequest } from '../../contracts/curl-command.js';

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
}

export type Recorded = Omit<JournalEntry, 'id'>;

/** The range of the requests that a journal keeps, by their ids. */
export interface JournalSpan {
  /** The id of the oldest; one more than `last` if none is kept. */
  readonly first: number;
  /** The id of the newest there ever was; 0 if there was none. */
  readonly last: number;
}

const CAPACITY = 1_000;

/** How many characters of a body a journal keeps. */
const BODY_LIMIT = 16_384;

/** The last thousand requests of a tenant, oldest first. */
export class Journal {
  readonly #entries: JournalEntry[] = [];
  #last = 0;

  record(entry: Recorded): void {
    this.#last += 1;
    const bodies = { requestBody: cut(entry.requestBody), responseBody: cut(entry.responseBody) };
    this.#entries.push({ id: this.#last, ...entry, ...bodies });
    if (this.#entries.length > CAPACITY) this.#entries.shift();
  }

  /** The requests that are kept and came after the one with this id, oldest first. */
  entries(since = 0): JournalEntry[] {
    return this.#entries.filter(({ id }) => id > since);
  }

  find(id: number): JournalEntry | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  get span(): JournalSpan {
    return { first: this.#entries[0]?.id ?? this.#last + 1, last: this.#last };
  }

  clear(): void {
    this.#entries.length = 0;
  }
}

/** The beginning of a body, as a text of its own: a slice would keep the whole of it in memory. */
function cut(body: string): string {
  if (body.length <= BODY_LIMIT) return body;
  return Buffer.from(body.slice(0, BODY_LIMIT), 'utf16le').toString('utf16le');
}

/**
 * A command that repeats a request. Credentials are not kept: the command has `$TRACKER_USERNAME:$TRACKER_PASSWORD` in
 * their place. It names files, and `body.json` for a body that was cut in the journal or was no UTF-8.
 */
export function curlOf(entry: JournalEntry, baseUrl: string): string {
  const { method, url, caller, contentType } = entry;
  return curlCommand({
    method,
    url: `${baseUrl}${url}`,
    login: caller === null ? undefined : 'basic',
    contentType: contentType ?? undefined,
    body: bodyOf(entry),
  });
}

function bodyOf({ contentType, requestBody }: JournalEntry): RepeatedRequest['body'] {
  if (contentType?.startsWith('multipart/') === true) return { files: uploads(requestBody) };
  if (requestBody === '') return undefined;
  return requestBody.length < BODY_LIMIT && !requestBody.includes('\ufffd') ? requestBody : { file: 'body.json' };
}

/** The files of a multipart body. The journal has one line for each. */
function uploads(requestBody: string): { part: string; filename: string }[] {
  return requestBody.split(/[\n\r\u2028\u2029]/).flatMap((line) => {
    const size = / \(\d+ bytes\)$/.exec(line);
    const end = line.indexOf(': ', 1);
    if (size === null || end === -1 || end + 2 > size.index) return [];
    return [{ part: line.slice(0, end), filename: line.slice(end + 2, size.index) }];
  });
}
