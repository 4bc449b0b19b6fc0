import type { IncomingMessage, ServerResponse } from 'node:http';
import { asError } from './errors.js';
import { awaitsContinue, hasBody, readChunks } from './request-body.js';
import { writeJson } from './write-json.js';
import type { Written } from './write-json.js';

/** What a handler answers: a JSON body, bytes, or nothing but a status. */
export interface Answer {
  readonly status: number;
  /** Sent as JSON; `undefined` sends no body. */
  readonly json?: unknown;
  /** Sent as they are, one piece after the other. */
  readonly bytes?: readonly Buffer[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The values of its Set-Cookie headers. */
  readonly cookies?: readonly string[];
}

/** Answers JSON. */
export function json(body: unknown, status = 200): Answer {
  return { status, json: body };
}

/** Answers 204 with no body. */
export const noContent: Answer = { status: 204 };

/** An answer as it goes over the wire. */
export interface RenderedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  /** The body piece by piece if it is not JSON. */
  readonly pieces: readonly Buffer[] | undefined;
  /** The body if it is JSON; else empty. */
  readonly text: string;
}

const nothing: Written = { text: '', size: 0 };

/** Makes of an answer what goes over the wire. */
export function renderAnswer(request: IncomingMessage, answer: Answer): RenderedAnswer {
  const { status, json, bytes, headers: own, cookies } = answer;
  const { text, size } = json === undefined || bytes !== undefined ? nothing : writeJson(json);
  const headers: Record<string, string | number | string[]> = { ...own };
  if (cookies !== undefined) headers['Set-Cookie'] = [...cookies];
  // A client that was not asked for its body may send the next request or still the body: nobody can tell which it is.
  if (awaitsContinue(request)) headers['Connection'] = 'close';
  if (json !== undefined) headers['Content-Type'] = 'application/json;charset=UTF-8';
  if (status !== 204) headers['Content-Length'] = bytes === undefined ? size : sizeOf(bytes);
  return { status, headers, pieces: bytes, text };
}

function sizeOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/** How many bytes of a body that nobody wants are read, so that its sender gets to read the answer: 1 GB. */
const BYTES = 1024 * 1024 * 1024;

/** How long they are read, in milliseconds. */
const PATIENCE = 30_000;

/** Whether a client still sends a body that was not read to its end. */
function stillSends(request: IncomingMessage): boolean {
  return !request.complete && hasBody(request) && !awaitsContinue(request);
}

/**
 * Ends an answer that is written. If its client still sends, what comes is read and forgotten first, within bounds: one
 * whose connection ended meanwhile would see a broken pipe in place of the answer.
 */
export function endAnswer(response: ServerResponse): void {
  const { req: request } = response;
  if (!stillSends(request)) {
    response.end();
    return;
  }
  response.flushHeaders();
  const { socket } = request;
  const giveUp = setTimeout(() => socket.destroy(), PATIENCE).unref();
  let size = 0;
  readChunks(request, (chunk) => {
    size += chunk.length;
    if (size > BYTES) throw new RangeError(`More than ${BYTES} bytes were sent for nothing.`);
  })
    .then(
      () => response.end(),
      () => socket.destroy(),
    )
    .finally(() => clearTimeout(giveUp));
}

let waiting: (() => void)[] = [];

/**
 * Writes when all requests that have arrived are answered. The first answer wakes whoever waits for it, which costs a third
 * of a short request; while they are awake, those that follow at once wake nobody.
 */
function writeTogether(write: () => void): void {
  if (waiting.length === 0) setImmediate(writeAll);
  waiting.push(write);
}

function writeAll(): void {
  const writes = waiting;
  waiting = [];
  for (const write of writes) write();
}

/** Sends an answer, together with others that are ready. @returns its text, empty for bytes */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): string {
  const { status, headers, pieces, text } = renderAnswer(request, answer);
  writeTogether(() => {
    try {
      // The head too: by now it is known whether the server ends, and this answer is the last of its connection.
      response.writeHead(status, headers);
      for (const piece of pieces ?? []) response.write(piece);
      if (text !== '') writeInOne(response, text);
      endAnswer(response);
    } catch (error) {
      answerFailure(response, error);
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

/** Answers 500 for a defect of the fake itself, and tells it on stderr. */
export function answerFailure(response: ServerResponse, thrown: unknown): void {
  const error = asError(thrown);
  process.stderr.write(`tracker-e2e fake: a defect of the fake itself: ${error.stack ?? error.message}\n`);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ errorMessages: [`The fake failed: ${error.message}`], errors: {} });
  response.writeHead(500, { 'Content-Type': 'application/json;charset=UTF-8' });
  response.end(body);
}
