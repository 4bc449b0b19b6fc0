import type { IncomingMessage } from 'node:http';
import { asError, TrackerError } from './errors.js';
import { limits } from './limits.js';

/** How many bytes a chunk takes beside its own: a body can come in very many. */
const CHUNK = 100;

/** The body of one request. It is read at most once, and its bytes are counted while they are held. */
export class RequestBody {
  #held = 0;
  #wasRead = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly received: ReceivedBytes,
  ) {}

  get contentType(): string | undefined {
    return this.request.headers['content-type'];
  }

  get isUnread(): boolean {
    return !this.#wasRead;
  }

  /**
   * Reads all of it as text; an empty text if there is none.
   *
   * @throws TrackerError 413 for more than 16 MB, 415 for a compressed one, 503 if the fake receives too much at once
   */
  text(): Promise<string> {
    if (!hasBody(this.request)) return Promise.resolve('');
    const chunks: Buffer[] = [];
    const tooLarge = `The request body is larger than ${limits.body} bytes.`;
    const take = (chunk: Buffer) => {
      this.hold(chunk);
      chunks.push(chunk);
    };
    return this.read(limits.body, tooLarge, take, () => Buffer.concat(chunks).toString('utf8'));
  }

  /**
   * Reads it in chunks to its end, or until one is refused; the rest then stays unread. It uses events, which cost a
   * fifth of a `for await` loop, and do not destroy the connection at the end.
   *
   * @param limit its maximum of bytes; a body with a larger Content-Length is not read at all
   * @param tooLarge the message of the refusal of more bytes
   * @param take receives each chunk; an error that it throws ends the reading
   * @param result makes the result at the end
   * @throws TrackerError 413 for more bytes, 415 for compressed ones
   */
  read<Result>(limit: number, tooLarge: string, take: (chunk: Buffer) => void, result: () => Result): Promise<Result> {
    const refusal = this.#refusal(limit, tooLarge);
    if (refusal !== undefined) return Promise.reject(refusal);
    this.#wasRead = true;
    let size = 0;
    return new Promise((resolve, reject) => {
      const onData = (chunk: Buffer) => {
        try {
          size += chunk.length;
          if (size > limit) throw new TrackerError(413, tooLarge);
          take(chunk);
        } catch (error) {
          this.request.off('data', onData).pause();
          reject(asError(error));
        }
      };
      // An error in a listener would end the process; in a promise it is an answer.
      const onEnd = () => resolve(Promise.resolve().then(result));
      this.request.on('data', onData).once('end', onEnd).once('error', reject).resume();
    });
  }

  /** Why it is not read at all. */
  #refusal(limit: number, tooLarge: string): TrackerError | undefined {
    const { 'content-encoding': encoding = 'identity', 'content-length': length = '0' } = this.request.headers;
    if (encoding.toLowerCase() !== 'identity') {
      return new TrackerError(415, `The body has to be sent as it is; the content encoding ${encoding} was sent.`);
    }
    return Number(length) > limit ? new TrackerError(413, tooLarge) : undefined;
  }

  /** Counts a chunk of it that is kept until the request is answered. @throws TrackerError 503 for too many at once */
  hold(chunk: Buffer): void {
    const bytes = chunk.length + CHUNK;
    this.received.hold(bytes);
    this.#held += bytes;
  }

  release(): void {
    this.received.release(this.#held);
    this.#held = 0;
  }
}

/**
 * The body of a request that no handler reads, for the journal; empty for uploads, whose bytes the journal does not
 * keep, and for one that was read and refused.
 */
export async function readUnheard(body: RequestBody): Promise<string> {
  try {
    return body.isUnread && body.contentType?.startsWith('multipart/') !== true ? await body.text() : '';
  } catch {
    // The body is too large or its client has gone. The answer does not depend on it.
    return '';
  }
}

/** Counts the bytes of bodies that a server holds, so that clients can't fill its memory. */
export class ReceivedBytes {
  #held = 0;
  #peak = 0;

  constructor(private readonly limit: number = limits.received) {}

  get held(): number {
    return this.#held;
  }

  get peak(): number {
    return this.#peak;
  }

  /** Counts bytes that are about to be held. @throws TrackerError 503 if the limit is reached */
  hold(bytes: number): void {
    if (this.#held + bytes > this.limit) {
      throw new TrackerError(
        503,
        `The fake is receiving more than ${this.limit} bytes at once: send again if other calls are answered.`,
        {},
        { 'Retry-After': '1' },
      );
    }
    this.#held += bytes;
    this.#peak = Math.max(this.#peak, this.#held);
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
