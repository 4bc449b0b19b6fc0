import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asError } from './errors.js';
import { hasBody } from './request-body.js';

/** The answer of a handler: a JSON body, bytes, or only a status. */
export interface Answer {
  readonly status: number;
  /** Sent as JSON; `undefined` sends no body. */
  readonly json?: unknown;
  /** Sent unchanged, one piece after the other. */
  readonly bytes?: readonly Buffer[];
  /** JSON in pieces, of any length. It is written as fast as the client reads. */
  readonly pieces?: Iterable<string>;
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

export type AnswerHeaders = Record<string, string | number | string[]>;

export interface RenderedAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** The body in pieces, if it is not JSON. */
  readonly pieces: readonly Buffer[] | undefined;
  /** The body if it is JSON; else empty. */
  readonly text: string;
}

const JSON_TYPE = 'application/json;charset=UTF-8';

const nothing: Written = { text: '', size: 0 };

/** @param headers those that it has if it names no others; the rest is added to them */
export function renderAnswer(answer: Answer, headers: AnswerHeaders = {}): RenderedAnswer {
  const { status, json, bytes, headers: own, cookies } = answer;
  const { text, size } = json === undefined || bytes !== undefined ? nothing : writeJson(json);
  if (own !== undefined) Object.assign(headers, own);
  if (cookies !== undefined) headers['Set-Cookie'] = [...cookies];
  if (json !== undefined) headers['Content-Type'] = JSON_TYPE;
  if (status !== 204) headers['Content-Length'] = bytes === undefined ? size : sizeOf(bytes);
  return { status, headers, pieces: bytes, text };
}

function sizeOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/** How long a body that is not read may take to arrive, in milliseconds. */
const PATIENCE = 30_000;

/**
 * Ends a written answer. If the client is still sending, its data is first read and dropped. Otherwise the client would
 * see a broken pipe in place of the answer.
 */
export function endAnswer(response: ServerResponse): void {
  const { req: request } = response;
  if (request.complete || !hasBody(request)) {
    response.end();
    return;
  }
  response.flushHeaders();
  const giveUp = setTimeout(() => request.socket.destroy(), PATIENCE).unref();
  finished(request.resume(), () => {
    clearTimeout(giveUp);
    response.end();
  });
}

let waiting: (readonly [response: ServerResponse, answer: RenderedAnswer])[] = [];

/** Sends an answer, together with others that are ready. @returns its text, empty for bytes and for JSON in pieces */
export function sendAnswer(response: ServerResponse, answer: Answer, headers?: AnswerHeaders): string {
  if (answer.pieces !== undefined) {
    void sendPieces(response, answer.status, answer.pieces);
    return '';
  }
  const rendered = renderAnswer(answer, headers);
  // It is written after all requests that have arrived are answered. The first answer wakes up the client process, which
  // costs a third of a short request. If the others follow at once, the process is already awake.
  if (waiting.length === 0) setImmediate(writeAll);
  waiting.push([response, rendered]);
  return rendered.text;
}

function writeAll(): void {
  const answers = waiting;
  waiting = [];
  for (const [response, { status, headers, pieces, text }] of answers) {
    try {
      // The head is written late too, because it says whether this answer is the last of its connection.
      response.writeHead(status, headers);
      for (const piece of pieces ?? []) response.write(piece);
      if (text !== '') writeInOne(response, text);
      endAnswer(response);
    } catch (error) {
      answerFailure(response, error);
    }
  }
}

async function sendPieces(response: ServerResponse, status: number, pieces: Iterable<string>): Promise<void> {
  try {
    response.writeHead(status, { 'Content-Type': JSON_TYPE });
    await pipeline(pieces, response, { end: false });
    endAnswer(response);
  } catch (error) {
    // A client that disconnects does not wait for the rest.
    if (!response.destroyed) answerFailure(response, error);
  }
}

/** Writes text and head in one piece. Bytes would be a second piece, and so would a body passed to `end`. */
function writeInOne(response: ServerResponse, text: string): void {
  response.socket?.cork();
  response.write(text);
  response.socket?.uncork();
}

/** Answers 500 for an internal error of the fake, and writes it to stderr. */
export function answerFailure(response: ServerResponse, thrown: unknown): void {
  const error = asError(thrown);
  process.stderr.write(`tracker-e2e fake: a defect of the fake itself: ${error.stack ?? error.message}\n`);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ errorMessages: [`The fake failed: ${error.message}`], errors: {} });
  response.writeHead(500, { 'Content-Type': JSON_TYPE });
  response.end(body);
}

/** JSON, and its length in bytes. */
interface Written {
  readonly text: string;
  readonly size: number;
}

const elements = new WeakMap<object, Written>();

/** Serializes an element of lists once, for all answers that contain it. It must not change afterwards. */
export function writtenOnce<Element extends object>(element: Element): Readonly<Element> {
  elements.set(Object.freeze(element), written(JSON.stringify(element)));
  return element;
}

/** Serializes the body of an answer. Elements of its lists that are {@link writtenOnce} are not serialized again. */
function writeJson(body: unknown): Written {
  return holdsWritten(body) ? writeInPieces(body) : written(JSON.stringify(body));
}

function written(text: string): Written {
  return { text, size: Buffer.byteLength(text) };
}

function writingOf(element: unknown): Written | undefined {
  return typeof element === 'object' && element !== null ? elements.get(element) : undefined;
}

/** Whether one of a body's lists begins with a serialized element. */
function holdsWritten(body: unknown): body is object {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  return Object.values(body).some((value) => Array.isArray(value) && writingOf(value[0]) !== undefined);
}

/** The text is concatenated and not joined: a journal full of lists then shares the pieces in memory. */
function writeInPieces(body: object): Written {
  let text = '{';
  let size = 2;
  const add = (piece: string, bytes = Buffer.byteLength(piece)) => {
    text += piece;
    size += bytes;
  };
  for (const [name, value] of Object.entries(body)) {
    const plain = Array.isArray(value) ? '' : textOf(value);
    if (plain === undefined) continue;
    add(`${size === 2 ? '' : ','}${JSON.stringify(name)}:${plain}`);
    if (!Array.isArray(value)) continue;
    for (const [index, element] of value.entries()) {
      const known = writingOf(element) ?? written(textOf(element) ?? 'null');
      add(index === 0 ? '[' : ',', 1);
      add(known.text, known.size);
    }
    add(value.length === 0 ? '[]' : ']');
  }
  return { text: `${text}}`, size };
}

/** A value as JSON; undefined if JSON can't express it. */
function textOf(value: unknown): string | undefined {
  return JSON.stringify(value);
}
