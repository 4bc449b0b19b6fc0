import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of one connection are handled at once. */
const AT_ONCE = 16;

/** What a connection is asked. */
interface Pipeline {
  /** How many requests are being handled. */
  running: number;
  /** The answer to the last request that was begun. */
  last: ServerResponse | undefined;
  /** The answer to the last request that came. */
  newest: ServerResponse | undefined;
  /** Those that came after it, in their order. */
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly response: ServerResponse;
  readonly handle: () => Promise<void>;
}

/**
 * Begins the requests of each connection. A client may send thousands without waiting for an answer, and they arrive
 * together: they are begun by and by, so that other connections, timers and signals get their turn.
 */
export class Pipelines {
  // By connection: listening to the end of every answer would cost as much as some answers do.
  readonly #pipelines = new Map<Socket, Pipeline>();
  #ended = false;

  /** Handles a request as soon as it is its turn. */
  begin(response: ServerResponse, handle: () => Promise<void>): void {
    const { socket } = response.req;
    const pipeline = this.#of(socket);
    pipeline.newest = response;
    // Nobody would read its answer: the connection ends with the one before.
    if (pipeline.last?.shouldKeepAlive === false) return;
    const waiting = { response, handle };
    if (pipeline.running < AT_ONCE && pipeline.waiting.length === 0) {
      this.#handle(socket, pipeline, waiting);
      return;
    }
    if (pipeline.waiting.push(waiting) === 1) socket.pause();
  }

  /** The answer, to come or given, to the last request that came on a connection. */
  newestOf(socket: Socket): ServerResponse | undefined {
    return this.#pipelines.get(socket)?.newest;
  }

  /**
   * Lets no connection go on for longer than it has to: what is begun is answered, the last of it as the last of its
   * connection, and of what comes then at most one request of each connection that has nothing begun.
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

/** Reads on, as soon as the client has taken what was written to it. */
function resume(socket: Socket): void {
  if (socket.writableNeedDrain) socket.once('drain', () => socket.resume());
  else socket.resume();
}
