import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of one connection are handled at once. */
const AT_ONCE = 16;

/** The requests of a connection. */
interface Pipeline {
  /** How many requests are in progress. */
  running: number;
  /** The answer to the last request in progress. */
  last: ServerResponse | undefined;
  /** The answer to the last request that arrived. */
  newest: ServerResponse | undefined;
  /** The waiting requests, in their order. */
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly response: ServerResponse;
  readonly handle: () => Promise<void>;
}

/**
 * Starts the requests of each connection. A client may send thousands of requests without waiting for answers. They are
 * started a few at a time, so that other connections, timers and signals are served in between.
 */
export class Pipelines {
  // One listener per connection: a listener per answer would cost as much as some answers.
  readonly #pipelines = new Map<Socket, Pipeline>();
  #ended = false;

  /** Handles a request when it is its turn. */
  begin(response: ServerResponse, handle: () => Promise<void>): void {
    const { socket } = response.req;
    const pipeline = this.#of(socket);
    pipeline.newest = response;
    // The connection ends with the answer before, so this one would not be read.
    if (pipeline.last?.shouldKeepAlive === false) return;
    const waiting = { response, handle };
    if (pipeline.running < AT_ONCE && pipeline.waiting.length === 0) {
      this.#handle(socket, pipeline, waiting);
      return;
    }
    if (pipeline.waiting.push(waiting) === 1) socket.pause();
  }

  /** The answer, finished or not, to the last request on a connection. */
  newestOf(socket: Socket): ServerResponse | undefined {
    return this.#pipelines.get(socket)?.newest;
  }

  /**
   * Ends all connections as early as possible. Requests in progress are answered, the last one as the last of its
   * connection. A connection without requests in progress gets one more request answered at most.
   */
  end(): void {
    this.#ended = true;
    for (const [socket, { last, waiting }] of this.#pipelines) {
      if (last !== undefined && !last.headersSent) last.shouldKeepAlive = false;
      if (waiting.splice(0).length > 0) resume(socket);
    }
  }

  #of(socket: Socket): Pipeline {
    const known = this.#pipelines.get(socket);
    if (known !== undefined) return known;
    const pipeline: Pipeline = { running: 0, last: undefined, newest: undefined, waiting: [] };
    this.#pipelines.set(socket, pipeline);
    socket.once('close', () => this.#pipelines.delete(socket));
    return pipeline;
  }

  #handle(socket: Socket, pipeline: Pipeline, { response, handle }: Waiting): void {
    pipeline.running += 1;
    pipeline.last = response;
    if (this.#ended) response.shouldKeepAlive = false;
    void handle().finally(() => {
      pipeline.running -= 1;
      if (pipeline.running === 0 && pipeline.waiting.length > 0) setImmediate(() => this.#goOn(socket, pipeline));
    });
  }

  #goOn(socket: Socket, pipeline: Pipeline): void {
    const next = pipeline.waiting.splice(0, AT_ONCE);
    if (next.length === 0 || socket.destroyed) return;
    for (const waiting of next) this.#handle(socket, pipeline, waiting);
    if (pipeline.waiting.length === 0) resume(socket);
  }
}

/** Reads on when the client has taken the written data. */
function resume(socket: Socket): void {
  if (socket.writableNeedDrain) socket.once('drain', () => socket.resume());
  else socket.resume();
}
