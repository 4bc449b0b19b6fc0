import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { answerFailure } from './answer.js';
import { ReceivedBytes, RequestBody } from './request-body.js';

/**
 * How long a connection may be idle, in milliseconds. Node's default of five seconds can be shorter than a pause
 * between two tests. A client that sends while its connection is being closed gets no answer.
 */
const KEEP_ALIVE = 120_000;

export interface FakeServer {
  readonly server: Server;
  readonly close: (how?: Closing) => Promise<void>;
}

export type Serve = (request: IncomingMessage, response: ServerResponse, body: RequestBody) => Promise<void>;

/** @param serve an error that it throws is an internal error of the fake, answered with 500 */
export function createServer(serve: Serve, received = new ReceivedBytes()): FakeServer {
  const server = createHttpServer((request, response) => {
    request.url = originForm(request.url ?? '/');
    // A server that is closing answers this request as the last of its connection.
    if (!server.listening) response.shouldKeepAlive = false;
    const body = new RequestBody(request, received);
    void serve(request, response, body)
      .catch((error: unknown) => {
        // A client that disconnects in the middle of a request does not wait for an answer.
        if (!request.socket.destroyed) answerFailure(response, error);
      })
      .finally(() => body.release());
  });
  server.keepAliveTimeout = KEEP_ALIVE;
  let closing: Promise<void> | undefined;
  return { server, close: ({ grace = 0 } = {}) => (closing ??= close(server, grace)) };
}

/** How long a closing server waits for answers that are in progress, in milliseconds. */
const PATIENCE = 1_500;

/** Options for closing a server. */
export interface Closing {
  /**
   * How long idle connections stay open, in milliseconds, for requests that are already on their way. Such a request is
   * answered, as the last of its connection. Default: 0
   */
  readonly grace?: number;
}

/**
 * Ends a server. It accepts no new connections and finishes requests in progress. After a second and a half it gives up
 * on unfinished answers.
 */
function close(server: Server, grace: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let ending: NodeJS.Timeout;
    const endIdle = () => {
      server.closeIdleConnections();
      // An answer whose head was already sent could not say that it is the last.
      ending = setTimeout(endIdle, 10);
    };
    // Node's own close would end idle connections at once.
    NetServer.prototype.close.call(server, (error) => {
      clearTimeout(ending);
      if (error === undefined) resolve();
      else reject(error);
    });
    if (grace === 0) endIdle();
    else ending = setTimeout(endIdle, grace);
    setTimeout(() => server.closeAllConnections(), PATIENCE).unref();
  });
}

/** The path and query of a request target. Clients that use a server as a proxy send a whole URL. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const [, path] = /^https?:\/\/[^/?#]*(.*)$/i.exec(target) ?? [];
  if (path === undefined) return target;
  return path.startsWith('/') ? path : `/${path}`;
}
