import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import type { Disturbed } from '../faults/serve-disturbed.js';
import type { Space } from '../spaces/space.js';
import type { Spaces } from '../spaces/spaces.js';
import type { Answer } from './answer.js';
import { answerCall } from './answer-call.js';
import type { Outcome } from './answer-call.js';
import { answerDisturbed } from './answer-disturbed.js';
import type { Known } from './answer-disturbed.js';
import { renderAnswer } from './render-answer.js';
import { routerFor } from './router.js';
import type { Router } from './router.js';
import { isForConsole, sendConsole } from '../console/serve-console.js';
import { answerControl, CONTROL_PATH } from '../control/answer-control.js';
import { TrackerError } from './tracker-error.js';
import { writeTogether } from './write-together.js';

/**
 * How long a connection may be idle, in milliseconds. Node's five seconds are shorter than a pause between two tests can
 * be, and a client that sends just when its connection is closed gets no answer.
 */
const KEEP_ALIVE = 120_000;

/**
 * The HTTP server of a fake: the control API, and every space under its context path.
 *
 * @param controlToken what callers of the control API have to know; anybody may call it where it is left out
 */
export function createServer(spaces: Spaces, controlToken?: string): Server {
  const server = createHttpServer((request, response) => {
    serve(spaces, request, response, controlToken).catch((error: unknown) => {
      // Whoever goes away in the middle of a request does not wait for an answer.
      if (!request.socket.destroyed) fail(response, error);
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE;
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  return server;
}

async function serve(
  spaces: Spaces,
  request: IncomingMessage,
  response: ServerResponse,
  controlToken: string | undefined,
): Promise<void> {
  const url = request.url ?? '/';
  if (isForConsole(request)) {
    sendConsole(response);
    return;
  }
  if (url === CONTROL_PATH || url.startsWith(`${CONTROL_PATH}/`)) {
    send(request, response, await answerControl(spaces, request, controlToken));
    return;
  }
  const space = spaces.ofPath(url);
  if (space === undefined) {
    answerStray(spaces, request, response, url);
    return;
  }
  const at = space.clock.now();
  const started = performance.now();
  const path = url.slice(space.contextPath.length);
  const baseUrl = `http://${request.headers.host ?? 'localhost'}${space.contextPath}`;
  const router = routerOf(space);
  const handle = () => {
    space.catchUp(request.method === 'GET');
    return answerCall(space, router, request, path, baseUrl);
  };
  const { known, status, responseBody, faults } = space.faults.isEmpty
    ? sendOutcome(request, response, await handle())
    : await answerDisturbed(space, router, request, response, path, handle);
  space.journal.record({
    endpoint: known.endpoint,
    caller: known.caller,
    requestBody: known.requestBody,
    status,
    responseBody,
    faults,
    at,
    method: request.method ?? 'GET',
    url: path,
    contentType: request.headers['content-type'] ?? null,
    duration: performance.now() - started,
  });
}

/** Refuses a request that no space is there for, and writes it down. */
function answerStray(spaces: Spaces, request: IncomingMessage, response: ServerResponse, url: string): void {
  const started = performance.now();
  const known = spaces.all().map(({ contextPath }) => contextPath || '/');
  const there =
    url === '/'
      ? 'At / a browser finds the console; a tracker is asked below its /rest/.'
      : `No tracker is served at ${url}.`;
  const error = new TrackerError(404, `${there} There are trackers at: ${known.join(', ')}.`);
  const responseBody = send(request, response, { status: error.status, json: error.body });
  spaces.strays.record({
    at: Date.now(),
    method: request.method ?? 'GET',
    url,
    endpoint: null,
    caller: null,
    contentType: request.headers['content-type'] ?? null,
    requestBody: '',
    status: error.status,
    responseBody,
    duration: performance.now() - started,
    faults: [],
  });
}

const routers = new WeakMap<Space, Router>();

/** The router of a space, looked up once: none of what it depends on ever changes. */
function routerOf(space: Space): Router {
  const known = routers.get(space);
  if (known !== undefined) return known;
  const router = routerFor(space.basePaths, space.assumptions, space.behaviour);
  routers.set(space, router);
  return router;
}

function sendOutcome(request: IncomingMessage, response: ServerResponse, known: Outcome): Disturbed<Known> {
  const { answer } = known;
  return { known, status: answer.status, responseBody: send(request, response, answer), faults: [] };
}

function send(request: IncomingMessage, response: ServerResponse, answer: Answer): string {
  const { status, headers, pieces, text } = renderAnswer(request, answer);
  writeTogether(() => {
    try {
      // The head too: by now it is known whether the server ends, and this answer is the last of its connection.
      response.writeHead(status, headers);
      for (const piece of pieces ?? []) response.write(piece);
      if (text !== '') writeInOne(response, text);
      response.end();
    } catch (error) {
      fail(response, error);
    }
  });
  return text;
}

/** Writes text in one piece with the head. Bytes would be a second piece, and so would what `end` writes after a body it is given. */
function writeInOne(response: ServerResponse, text: string): void {
  response.socket?.cork();
  response.write(text);
  response.socket?.uncork();
}

function fail(response: ServerResponse, thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(`${inspect(thrown)} was thrown`);
  process.stderr.write(`tracker-e2e fake: a defect of the fake itself: ${error.stack ?? error.message}\n`);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ errorMessages: [`The fake failed: ${error.message}`], errors: {} });
  response.writeHead(500, { 'Content-Type': 'application/json;charset=UTF-8' });
  response.end(body);
}
