import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of one connection are handled at once. */
const AT_ONCE = 16;

interface Pipeline {
  readonly socket: Socket;
  /** How many requests are in progress. */
  running: number;
  /** The answer to the last request in progress. */
  last: ServerResponse | undefined;
  /** The answer to the last request that arrived. */
  newest: ServerResponse | undefined;
  /** The answers to the waiting requests, in their order. */
  readonly waiting: ServerResponse[];
}

/** Handles the request of an answer; returns nothing if that is already done. */
type Handle = (response: ServerResponse) => Promise<void> | undefined;

/**
 * Starts the requests of each connection. A client may send thousands of requests without waiting for answers. They are
 * started a few at a time, so that other connections, timers and signals are served in between.
 */
export class Pipelines {
  // One listener per connection: a listener per answer would cost as much as some answers.
  readonly #pipelines = new Map<Socket, Pipeline>();
  /** A connection for each request that was handled in this turn of the event loop. */
  #handled: Pipeline[] = [];
  #ended = false;

  constructor(private readonly handleOne: Handle) {}

  /** Handles a request when it is its turn. */
  begin(response: ServerResponse): void {
    const pipeline = this.#of(response.req.socket);
    pipeline.newest = response;
    // The connection ends with the answer before, so this one would not be read.
    if (pipeline.last?.shouldKeepAlive === false) return;
    if (pipeline.running < AT_ONCE && pipeline.waiting.length === 0) this.#handle(pipeline, response);
    else if (pipeline.waiting.push(response) === 1) pipeline.socket.pause();
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
    for (const { socket, last, waiting } of this.#pipelines.values()) {
      if (last !== undefined && !last.headersSent) last.shouldKeepAlive = false;
      if (waiting.splice(0).length > 0) resume(socket);
    }
  }

  #of(socket: Socket): Pipeline {
    const known = this.#pipelines.get(socket);
    if (known !== undefined) return known;
    const pipeline: Pipeline = { socket, running: 0, last: undefined, newest: undefined, waiting: [] };
    this.#pipelines.set(socket, pipeline);
    socket.once('close', () => this.#pipelines.delete(socket));
    return pipeline;
  }

  #handle(pipeline: Pipeline, response: ServerResponse): void {
    pipeline.running += 1;
    pipeline.last = response;
    if (this.#ended) response.shouldKeepAlive = false;
    const handling = this.handleOne(response);
    if (handling !== undefined) void handling.then(() => this.#end(pipeline));
    else if (this.#handled.push(pipeline) === 1) setImmediate(() => this.#endHandled());
  }

  #endHandled(): void {
    const pipelines = this.#handled;
    this.#handled = [];
    for (const pipeline of pipelines) this.#end(pipeline);
  }

  #end(pipeline: Pipeline): void {
    pipeline.running -= 1;
    if (pipeline.running === 0 && pipeline.waiting.length > 0) setImmediate(() => this.#goOn(pipeline));
  }

  #goOn(pipeline: Pipeline): void {
    const { socket, waiting } = pipeline;
    const next = waiting.splice(0, AT_ONCE);
    if (next.length === 0 || socket.destroyed) return;
    for (const response of next) this.#handle(pipeline, response);
    if (waiting.length === 0) resume(socket);
  }
}

/** Reads on when the client has taken the written data. */
function resume(socket: Socket): void {
  if (socket.writableNeedDrain) socket.once('drain', () => socket.resume());
  else socket.resume();
}
