import { safeParse as parseContentType } from 'fast-content-type-parse';
import { parse as parseSafely } from 'secure-json-parse';
import type { z } from 'zod';
import { asError, OpenRefusal, TrackerError } from './errors.js';
import { limits } from './limits.js';

const JSON_TYPE = 'application/json';

/** Finds property names of prototypes, in any spelling, and a byte order mark. */
const NEEDS_CARE = ['__proto__', 'constructor', '\\u', '\ufeff'];

/** @throws TrackerError 415 for another content type, 400 for JSON that is invalid, too deep or too large */
export function readJsonBody(text: string, contentType: string | undefined): unknown {
  // Nearly all clients send just this, and parsing a content type costs as much as parsing a short body.
  const type = contentType === JSON_TYPE ? contentType : parseContentType(contentType ?? '').type;
  if (type !== JSON_TYPE) {
    const sent = contentType === undefined ? 'none was sent' : `${contentType} was sent`;
    throw new OpenRefusal('mediaType', 415, `The body has to have the content type application/json; ${sent}.`);
  }
  if (text.length > WIELDY) refuseUnwieldy(text);
  try {
    // Checking for prototype names costs more than parsing a short body.
    if (!NEEDS_CARE.some((part) => text.includes(part))) return JSON.parse(text);
    return parseSafely(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    const { message } = asError(error);
    // The parser's own message for JSON with prototype names.
    const kind = message.includes('forbidden') ? 'wrongTypes' : 'unreadableBody';
    throw new OpenRefusal(kind, 400, `The body is no JSON: ${message}`);
  }
}

/** Called before parsing: a parsed value can take a hundred times as much memory as its text. @throws TrackerError 400 */
function refuseUnwieldy(text: string): void {
  let depth = 0;
  let values = 1;
  let key = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      const end = endOfString(text, at);
      COLON.lastIndex = end + 1;
      const isKey = COLON.test(text);
      const limit = isKey ? 'name' : key === 'content' ? 'content' : 'text';
      requireAtMost(limit, end - at - 1, isKey ? 'A name in the body' : 'A text in the body', 'characters');
      key = isKey ? text.slice(at + 1, end) : '';
      at = end;
    }
    if (sign === '[' || sign === '{') depth += 1;
    if (sign === ']' || sign === '}') depth -= 1;
    if (sign === '[' || sign === '{' || sign === ',') values += 1;
    requireAtMost('depth', depth, 'The body', 'lists and objects in each other');
    requireAtMost('values', values, 'The body', 'keys and items');
  }
}

const COLON = /\s*:/y;

/** @throws TrackerError 400 that names the limit */
function requireAtMost(limit: keyof typeof limits, count: number, what: string, unit: string): void {
  if (count > limits[limit]) throw new TrackerError(400, `${what} has at most ${limits[limit]} ${unit}.`);
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

/** JSON up to this length has no more than any limit. */
const WIELDY = 2 * limits.depth;

/** Takes texts in a body for numbers, as the tracker's JSON reader does. */
export function readNumbers(schema: z.ZodType, body: unknown): unknown {
  for (const { path, ...issue } of schema.safeParse(body).error?.issues ?? []) {
    const places = path.slice(0, -1);
    const holder = places.reduce((value: unknown, step) => (isHolder(value) ? value[String(step)] : value), body);
    const name = String(path.at(-1));
    const value = isHolder(holder) && 'expected' in issue ? holder[name] : undefined;
    if (isHolder(holder) && typeof value === 'string' && /^\d+$/.test(value)) holder[name] = Number(value);
  }
  return body;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
