import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { endAnswer } from '../server/answer.js';
import type { Sending } from './fault-kind.js';

/**
 * Sends an answer as the faults demand.
 *
 * @param signals end its pauses
 * @returns the part of the body that was sent
 */
export async function deliver(
  response: ServerResponse,
  sending: Sending,
  signals: readonly AbortSignal[],
): Promise<Buffer> {
  const { status, headers, body, end } = sending;
  if (end !== undefined && body.length === 0) {
    await breakHeadersOff(response, status);
    await arrived();
    return hangUp(response, end.reset, body);
  }
  const part = body.subarray(0, Math.floor(body.length * (end?.at ?? 1)));
  response.writeHead(status, headers);
  response.flushHeaders();
  for (const [index, piece] of cut(part, sending.pieces?.count ?? 1).entries()) {
    if (index > 0) await pause(sending.pieces?.pause ?? 0, signals);
    await written((done) => response.write(piece, done));
  }
  if (end !== undefined) {
    await arrived();
    return hangUp(response, end.reset, part);
  }
  endAnswer(response);
  return part;
}

/** Ends a connection without an answer, or in the middle of one. */
export function hangUp<Sent>({ req: { socket } }: ServerResponse, reset: boolean, sent: Sent): Sent {
  if (reset) socket.resetAndDestroy();
  else socket.destroy();
  return sent;
}

/** The middle of an answer without a body is in its headers. */
function breakHeadersOff({ req: { socket } }: ServerResponse, status: number): Promise<void> {
  return written((done) => socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nDate: `, done));
}

/** Waits until data is handed to the network, or the client has disconnected. */
function written(write: (done: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    write(() => {
      resolve();
    });
  });
}

/** Gives the client time to read the data. To some clients, a reset right after it looks like a normal end. */
async function arrived(): Promise<void> {
  await sleep(20);
  await setImmediate();
}

function cut(bytes: Buffer, count: number): Buffer[] {
  const size = Math.max(1, Math.ceil(bytes.length / count));
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

/** Waits some milliseconds, or until one of the signals is aborted. */
export function pause(milliseconds: number, signals: readonly AbortSignal[]): Promise<void> {
  if (signals.some(({ aborted }) => aborted)) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    for (const signal of signals) signal.addEventListener('abort', end);
  });
}
