import { safeParse as parseContentType } from 'fast-content-type-parse';
import { parse as parseJson } from 'secure-json-parse';
import { asError, OpenRefusal, TrackerError } from './errors.js';

const JSON_TYPE = 'application/json';

/** Finds property names of prototypes, in any spelling, and a byte order mark. */
const NEEDS_CARE = ['__proto__', 'constructor', '\\u', '\ufeff'];

/**
 * Parses a JSON body.
 *
 * @throws TrackerError 415 for another content type, 400 for invalid JSON, or JSON that is too deep or too large
 */
export function readJson(text: string, contentType: string | undefined): unknown {
  const value = parse(text, contentType);
  if (text.length > WIELDY) refuseUnwieldy(value);
  return value;
}

function parse(text: string, contentType: string | undefined): unknown {
  // Nearly all clients send just this, and parsing a content type costs as much as parsing a short body.
  const type = contentType === JSON_TYPE ? contentType : parseContentType(contentType ?? '').type;
  if (type !== JSON_TYPE) {
    const sent = contentType === undefined ? 'none was sent' : `${contentType} was sent`;
    throw new OpenRefusal('mediaType', 415, `The body has to have the content type application/json; ${sent}.`);
  }
  try {
    // Checking for prototype names costs more than parsing a short body.
    if (!NEEDS_CARE.some((part) => text.includes(part))) return JSON.parse(text);
    return parseJson(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    const { message } = asError(error);
    // The parser's own message for JSON with prototype names.
    const kind = message.includes('forbidden') ? 'wrongTypes' : 'unreadableBody';
    throw new OpenRefusal(kind, 400, `The body is no JSON: ${message}`);
  }
}

/** The limit of nesting: code that walks through a body calls itself once per level. */
const DEPTH_LIMIT = 1_000;

/** The limit of values in a body: each can have an error of its own in the answer. */
const VALUE_LIMIT = 250_000;

/** Refuses JSON that is nested too deep or holds too many values. @throws TrackerError 400 */
function refuseUnwieldy(value: unknown): void {
  let level: readonly unknown[] = [value];
  let values = 1;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_LIMIT) {
      throw new TrackerError(400, `The body nests more than ${DEPTH_LIMIT} lists and objects in each other.`);
    }
    const next: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      for (const inner of Object.values(one)) next.push(inner);
    }
    values += next.length;
    if (values > VALUE_LIMIT) {
      throw new TrackerError(400, `The body holds more than ${VALUE_LIMIT} values: send it in parts.`);
    }
    level = next;
  }
}

/** JSON up to this length can neither be nested too deep nor have too many values. */
const WIELDY = 2 * DEPTH_LIMIT;
