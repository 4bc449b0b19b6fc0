import type { IncomingMessage } from 'node:http';
import { parse as parseJson } from 'secure-json-parse';
import { safeParse as parseContentType } from 'fast-content-type-parse';
import { TrackerError } from './tracker-error.js';

const LIMIT = 16 * 1024 * 1024;

/**
 * Reads the whole body of a request as text; an empty text where there is none.
 *
 * @throws TrackerError 413 for more than 16 MB
 */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LIMIT) throw new TrackerError(413, `The request body is larger than ${LIMIT} bytes.`);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Buffer).toString('utf8') : Buffer.concat(chunks).toString('utf8');
}

/**
 * Understands a body as JSON.
 *
 * @throws TrackerError 415 for another content type, 400 for text that is no JSON
 */
export function readJson(text: string, contentType: string | undefined): unknown {
  const { type } = parseContentType(contentType ?? '');
  if (type !== 'application/json') {
    const sent = contentType === undefined ? 'none was sent' : `${contentType} was sent`;
    throw new TrackerError(415, `The body has to have the content type application/json; ${sent}.`);
  }
  try {
    return parseJson(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    throw new TrackerError(400, `The body is no JSON: ${(error as Error).message}`);
  }
}
