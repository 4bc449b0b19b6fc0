import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.js';
import { hasBody } from './has-body.js';
import { writeJson } from './write-json.js';
import type { Written } from './write-json.js';

/** An answer as it goes over the wire. */
export interface RenderedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  /** The body piece by piece where it is not JSON. */
  readonly pieces: readonly Buffer[] | undefined;
  /** The body where it is JSON; else empty. */
  readonly text: string;
}

const nothing: Written = { text: '', size: 0 };

/** Makes of an answer what goes over the wire. */
export function renderAnswer(request: IncomingMessage, { status, json, bytes, headers: own }: Answer): RenderedAnswer {
  const { text, size } = json === undefined || bytes !== undefined ? nothing : writeJson(json);
  const headers: Record<string, string | number> = { ...own };
  // A body that was not read would be taken for the next request of the connection.
  if (!request.complete && hasBody(request)) headers['Connection'] = 'close';
  if (json !== undefined) headers['Content-Type'] = 'application/json;charset=UTF-8';
  if (status !== 204) headers['Content-Length'] = bytes === undefined ? size : sizeOf(bytes);
  return { status, headers, pieces: bytes, text };
}

function sizeOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
