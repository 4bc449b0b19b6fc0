import { safeParse as parseContentType } from 'fast-content-type-parse';
import { parse as parseJson } from 'secure-json-parse';
import { asError, OpenRefusal, TrackerError } from './errors.js';

const JSON_TYPE = 'application/json';

/** What a body holds that names a prototype, in whatever way it is written, or begins with a mark of the order of bytes. */
const NEEDS_CARE = ['__proto__', 'constructor', '\\u', '\ufeff'];

/**
 * Understands a body as JSON.
 *
 * @throws TrackerError 415 for another content type, 400 for text that is no JSON, or JSON that takes long to walk through
 */
export function readJson(text: string, contentType: string | undefined): unknown {
  const value = parse(text, contentType);
  if (text.length > WIELDY) refuseUnwieldy(value);
  return value;
}

function parse(text: string, contentType: string | undefined): unknown {
  // Nearly all send just this, and reading a content type costs as much as reading a short body.
  const type = contentType === JSON_TYPE ? contentType : parseContentType(contentType ?? '').type;
  if (type !== JSON_TYPE) {
    const sent = contentType === undefined ? 'none was sent' : `${contentType} was sent`;
    throw new OpenRefusal('mediaType', 415, `The body has to have the content type application/json; ${sent}.`);
  }
  try {
    // Looking whether a name could be one of a prototype costs more than reading a short body does.
    if (!NEEDS_CARE.some((part) => text.includes(part))) return JSON.parse(text);
    return parseJson(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    const { message } = asError(error);
    // The parser's own word for JSON that names a prototype.
    const kind = message.includes('forbidden') ? 'wrongTypes' : 'unreadableBody';
    throw new OpenRefusal(kind, 400, `The body is no JSON: ${message}`);
  }
}

/** How deep lists and objects may stand in each other: whatever walks through them calls itself that often. */
const DEPTH_LIMIT = 1_000;

/** How many values a body may hold: each can be wrong in a way of its own, and is then told of. */
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

/** Up to how many characters JSON can be neither nested too deep nor hold too many values. */
const WIELDY = 2 * DEPTH_LIMIT;
