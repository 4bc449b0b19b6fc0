import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TrackerError } from './errors.js';

/** How long a client may take to read why it was not understood, in milliseconds. */
const PATIENCE = 5_000;

/** What a client is told, by the code of Node's error. */
const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than 16 KB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of a chunk are larger than 16 KB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

/**
 * Refuses what is no HTTP, after the answers to what came before it on its connection, and ends the connection.
 *
 * @param newest the answer, to come or given, to the last request that was understood
 */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  newest: ServerResponse | undefined,
): void {
  // What follows something that was not understood is not understood either.
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

/** Refuses a client that takes the fake for a proxy, and asks it for a way to another server. */
export function refuseTunnel(socket: Socket): void {
  // The server has let go of it, and an error nobody listens to would end the process.
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
  // One that ended at once would reach a client that still sends as a broken pipe, and not as the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), PATIENCE).unref();
}
