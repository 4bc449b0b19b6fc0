import { safeParse as parseContentType } from 'fast-content-type-parse';
import { parse as parseSafely } from 'secure-json-parse';
import type { z } from 'zod';
import { parseJson } from '../../contracts/index.js';
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

/** How often a body is changed before it counts as unusable: once for each level of a body in the defaults shape. */
const ROUNDS = 4;

/** Reads the text of a body as a schema would have it. */
export type BodyReader = (schema: z.ZodType, text: string) => unknown;

/**
 * Reads a body as a lenient JSON reader does (DT-N21): of any media type, numbers and texts for each other, without the
 * nulls in lists; no body, null and an empty list say nothing. What no reader can use stays as it is.
 */
export function readLeniently(schema: z.ZodType, text: string): unknown {
  if (text.length > WIELDY) refuseUnwieldy(text);
  let body = text === '' ? {} : parseJson(text);
  if (body === null || (Array.isArray(body) && body.length === 0)) body = {};
  return convert(schema, body, change);
}

/** Takes texts in a body for numbers, as the tracker's JSON reader does. */
export function readNumbers(schema: z.ZodType, body: unknown): unknown {
  return convert(schema, body, changeToNumber);
}

function convert(
  schema: z.ZodType,
  body: unknown,
  change: (body: unknown, path: readonly PropertyKey[], expected: string) => void,
): unknown {
  for (let round = 0; round < ROUNDS; round += 1) {
    const issues = schema.safeParse(body).error?.issues ?? [];
    for (const { path, ...issue } of issues) {
      if ('expected' in issue) change(body, path, String(issue.expected));
    }
    if (issues.length === 0) break;
    body = withoutGaps(body);
  }
  return body;
}

/** Changes the value at a path to the expected type, if a lenient reader would; a null in a list becomes a gap. */
function change(body: unknown, path: readonly PropertyKey[], expected: string): void {
  const [holder, name] = placeOf(body, path);
  if (holder === undefined) return;
  const value = holder[name];
  if (value === null || value === undefined) holder[name] = expected === 'array' ? [] : undefined;
  else if (expected === 'string' && (typeof value === 'number' || typeof value === 'boolean')) {
    holder[name] = String(value);
  } else changeToNumber(body, path);
}

function changeToNumber(body: unknown, path: readonly PropertyKey[]): void {
  const [holder, name] = placeOf(body, path);
  const value = holder?.[name];
  if (holder !== undefined && typeof value === 'string' && /^\d+$/.test(value)) holder[name] = Number(value);
}

/** The object or list that a path leads to, and the name of the value in it. */
function placeOf(body: unknown, path: readonly PropertyKey[]): [Record<string, unknown> | undefined, string] {
  const holder = path
    .slice(0, -1)
    .reduce((value: unknown, step) => (isHolder(value) ? value[String(step)] : value), body);
  return [isHolder(holder) && path.length > 0 ? holder : undefined, String(path.at(-1))];
}

function withoutGaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(withoutGaps);
  if (!isHolder(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutGaps(part)]));
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
