import { Client } from 'undici';
import type { Dispatcher } from 'undici';

/** A request as it goes out. */
export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** An answer that has come whole. */
export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

/** The state of a request. */
export interface Progress {
  readonly request: string;
  /** Whether it was handed to the network. */
  sent: boolean;
  /** Whether an answer has begun. */
  begun: boolean;
  /** Whether the answer has come whole. */
  whole: boolean;
  /** Why it never will. */
  error?: Error;
}

/** How long an answer may let wait, in milliseconds. */
const PATIENCE = 30_000;

/** One connection to the fake, on which one request is sent after the other. */
export class Connection {
  readonly #client: Client;
  #opened = 0;
  #last: Progress | undefined;

  constructor(origin: string) {
    this.#client = new Client(origin, { pipelining: 1, headersTimeout: PATIENCE, bodyTimeout: PATIENCE });
    this.#client.on('connect', () => (this.#opened += 1));
  }

  /** How often it was opened: once, as long as neither side ends it. */
  get opened(): number {
    return this.#opened;
  }

  /** The request that was sent last. */
  get last(): Progress | undefined {
    return this.#last;
  }

  /** Sends a request. @throws the network's error */
  send(outgoing: Outgoing): Promise<Answered> {
    const progress: Progress = {
      request: `${outgoing.method} ${outgoing.path}`,
      sent: false,
      begun: false,
      whole: false,
    };
    this.#last = progress;
    const started = performance.now();
    const chunks: Buffer[] = [];
    let status = 0;
    return new Promise((resolve, reject) => {
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart: () => {
          progress.sent = true;
        },
        onResponseStart: (_controller, statusCode) => {
          progress.begun = true;
          status = statusCode;
        },
        onResponseData: (_controller, chunk) => {
          chunks.push(chunk);
        },
        onResponseEnd: () => {
          progress.whole = true;
          const text = Buffer.concat(chunks).toString();
          resolve({ status, text, milliseconds: performance.now() - started });
        },
        onResponseError: (_controller, error) => {
          progress.error = error;
          reject(error);
        },
      };
      // Else undici ends the connection after a GET or DELETE with a body.
      this.#client.dispatch({ ...outgoing, reset: false }, handler);
    });
  }

  close(): Promise<void> {
    return this.#client.destroy();
  }
}
