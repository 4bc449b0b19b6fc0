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
const VALUE_LIMIT = 100_000;

/**
 * Refuses JSON that is nested too deep or holds too many values, before it is parsed: a parsed value can take a hundred
 * times as much memory as its text. @throws TrackerError 400
 */
function refuseUnwieldy(text: string): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        depth += 1;
        values += 1;
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        break;
      default:
        continue;
    }
    if (depth > DEPTH_LIMIT) {
      throw new TrackerError(400, `The body nests more than ${DEPTH_LIMIT} lists and objects in each other.`);
    }
    if (values > VALUE_LIMIT) {
      throw new TrackerError(400, `The body holds more than ${VALUE_LIMIT} values: send it in parts.`);
    }
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where the string ends that begins at a place. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

/** JSON up to this length can neither be nested too deep nor have too many values. */
const WIELDY = 2 * DEPTH_LIMIT;
