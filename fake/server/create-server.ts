import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';
import { answerFailure, sendAnswer } from './answer.js';
import { TrackerError } from './errors.js';
import { Pipelines } from './pipelines.js';
import { refuseTunnel, refuseUnreadable } from './refuse-unreadable.js';
import { noteExpectation, ReceivedBytes, RequestBody } from './request-body.js';

/**
 * How long a connection may be idle, in milliseconds. Node's default of five seconds can be shorter than a pause
 * between two tests. A client that sends while its connection is being closed gets no answer.
 */
const KEEP_ALIVE = 120_000;

/** The HTTP server of a fake, and how to close it. */
export interface FakeServer {
  readonly server: Server;
  readonly close: (how?: Closing) => Promise<void>;
}

/** Serves one request; returns nothing if that is already done. */
export type Serve = (
  request: IncomingMessage,
  response: ServerResponse,
  body: RequestBody,
) => Promise<void> | undefined;

/**
 * Creates an HTTP server.
 *
 * @param serve answers each request; an error that it throws is an internal error of the fake, answered with 500
 * @param received counts the bytes of bodies that the server holds
 */
export function createServer(serve: Serve, received = new ReceivedBytes()): FakeServer {
  const pipelines = new Pipelines((response) => {
    const { req: request } = response;
    const body = new RequestBody(request, response, received);
    try {
      if (hasSeveralHosts(request)) refuseSeveralHosts(request, response);
      else return finish(serve(request, response, body), response, body);
    } catch (error) {
      fail(response, error);
    }
    return undefined;
  });
  const server = createHttpServer((request, response) => {
    request.url = originForm(request.url ?? '/');
    pipelines.begin(response);
  });
  server.keepAliveTimeout = KEEP_ALIVE;
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    noteExpectation(request);
    server.emit('request', request, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    refuseUnreadable(error, socket, pipelines.newestOf(socket));
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => refuseTunnel(socket));
  return { server, close: closingOf(server, pipelines) };
}

function finish(
  serving: Promise<void> | undefined,
  response: ServerResponse,
  body: RequestBody,
): Promise<void> | undefined {
  return serving?.then(
    () => {
      body.release();
    },
    (error: unknown) => {
      fail(response, error);
      body.release();
    },
  );
}

function fail(response: ServerResponse, error: unknown): void {
  // A client that disconnects in the middle of a request does not wait for an answer.
  if (!response.req.socket.destroyed) answerFailure(response, error);
}

/** Whether a request names its host more than once (RFC 9112, section 3.2). Node uses the first one. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function refuseSeveralHosts(request: IncomingMessage, response: ServerResponse): void {
  const { status, body } = new TrackerError(400, 'The request has more than one Host header.');
  sendAnswer(request, response, { status, json: body });
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
 * Prepares a server for its end. It then accepts no new connections, finishes requests in progress, and marks the last
 * answer of each connection. After a second and a half it gives up on unfinished answers.
 *
 * @returns the function that ends the server; it returns the same promise on each call
 */
function closingOf(server: Server, pipelines: Pipelines): (how?: Closing) => Promise<void> {
  let closing: Promise<void> | undefined;
  return ({ grace = 0 } = {}) => (closing ??= close(server, pipelines, grace));
}

function close(server: Server, pipelines: Pipelines, grace: number): Promise<void> {
  pipelines.end();
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
