import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.js';

/** An answer as it goes over the wire. */
export interface RenderedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  /** The body, piece by piece. */
  readonly pieces: readonly Buffer[];
  /** The body where it is JSON; else empty. */
  readonly text: string;
}

/** Makes of an answer what goes over the wire. */
export function renderAnswer(request: IncomingMessage, answer: Answer): RenderedAnswer {
  const text = answer.json === undefined ? '' : JSON.stringify(answer.json);
  const pieces = answer.bytes ?? [Buffer.from(text)];
  const headers: Record<string, string | number> = { ...answer.headers, ...connectionHeaders(request) };
  if (answer.json !== undefined) headers['Content-Type'] = 'application/json;charset=UTF-8';
  if (answer.status !== 204) headers['Content-Length'] = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return { status: answer.status, headers, pieces, text };
}

/** A body that was not read would be taken for the next request of the connection. */
function connectionHeaders(request: IncomingMessage): Readonly<Record<string, string>> {
  return !request.complete && hasBody(request) ? { Connection: 'close' } : {};
}

/** Whether a request says that it has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
