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
 * How long a connection may be idle, in milliseconds. Node's five seconds are shorter than a pause between two tests can
 * be, and a client that sends just when its connection is closed gets no answer.
 */
const KEEP_ALIVE = 120_000;

/** The HTTP server of a fake, and what ends it. */
export interface FakeServer {
  readonly server: Server;
  readonly close: (how?: Closing) => Promise<void>;
}

/** Serves one request. */
export type Serve = (request: IncomingMessage, response: ServerResponse, body: RequestBody) => void | Promise<void>;

/**
 * Makes an HTTP server.
 *
 * @param serve answers each request; what it throws is a defect of the fake, and answered with 500
 * @param received counts what the server holds of bodies
 */
export function createServer(serve: Serve, received = new ReceivedBytes()): FakeServer {
  const pipelines = new Pipelines();
  const server = createHttpServer((request, response) => {
    request.url = originForm(request.url ?? '/');
    pipelines.begin(response, async () => {
      const body = new RequestBody(request, response, received);
      try {
        if (hasSeveralHosts(request)) refuseSeveralHosts(request, response);
        else await serve(request, response, body);
      } catch (error) {
        // Whoever goes away in the middle of a request does not wait for an answer.
        if (!request.socket.destroyed) answerFailure(response, error);
      } finally {
        body.release();
      }
    });
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

/** Whether a request names its host more than once (RFC 9112, section 3.2): Node goes by the first. */
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

/** How long a server that closes waits for answers it has begun, in milliseconds. */
const PATIENCE = 1_500;

/** How a server ends. */
export interface Closing {
  /**
   * How long connections that nothing is asked on stay open, in milliseconds, for a request that may be on its way. It is
   * answered, and then is the last of its connection. Default: 0
   */
  readonly grace?: number;
}

/**
 * Prepares a server for its end: no connection is taken any more, what was begun is answered, and the last answer of each
 * connection says that it is. What is still not answered after a second and a half is given up.
 *
 * @returns what ends the server; the same promise however often it is called
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
      // One whose head was sent before could not say that it is the last of its connection.
      ending = setTimeout(endIdle, 10);
    };
    // The server's own way would end idle connections at once.
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

/** The path and query of a request's target, which clients that take a server for a proxy send as a whole URL. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const [, path] = /^https?:\/\/[^/?#]*(.*)$/i.exec(target) ?? [];
  if (path === undefined) return target;
  return path.startsWith('/') ? path : `/${path}`;
}
