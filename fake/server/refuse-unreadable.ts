import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TrackerError } from './errors.js';

/** How long a client may take to read the refusal, in milliseconds. */
const PATIENCE = 5_000;

/** The answers, by the code of Node's error. */
const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than 16 KB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of a chunk are larger than 16 KB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

/**
 * Refuses bytes that are not HTTP, after the answers to earlier requests on the connection, and ends the connection.
 *
 * @param newest the answer, finished or not, to the last valid request
 */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  newest: ServerResponse | undefined,
): void {
  // Data after invalid bytes can't be parsed either.
  if (socket.writableEnded) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const isBetween = newest === undefined || newest.writableFinished;
  if (isBetween || (!newest.req.complete && !newest.headersSent)) refuse(error, socket);
  else if (newest.req.complete) newest.once('finish', () => refuse(error, socket));
  else socket.destroy();
}

/** Refuses a client that uses the fake as a proxy (CONNECT). */
export function refuseTunnel(socket: Socket): void {
  // The server has detached the socket. An error without a listener would end the process.
  socket.on('error', () => socket.destroy());
  answer(socket, 405, 'CONNECT is not served: the fake is no proxy.');
}

function refuse({ code = '', message }: NodeJS.ErrnoException, socket: Socket): void {
  const [status, text] = refusals[code] ?? [400, `The request is no HTTP/1.1: ${message}.`];
  answer(socket, status, text);
}

function answer(socket: Socket, status: number, message: string): void {
  if (!socket.writable) return;
  const body = JSON.stringify(new TrackerError(status, message).body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: application/json;charset=UTF-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  // If the connection ended at once, a client that is still sending would see a broken pipe in place of the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), PATIENCE).unref();
}
