import { documentedPaths, isObject, parseJson } from '../../../contracts/index.js';
import type { PlannedCall } from '../../../client/api-client.js';

/** The body of a call: a JSON value that reads in one way only, or the words of one that a tracker may read otherwise. */
export type ReadBody = { readonly json: unknown } | { readonly words: readonly string[] } | { readonly unread: string };

const MOST_WORDS = 50;

/** What may stand for other characters: what is not printable ASCII, escapes of JSON, URLs and pages, and other encodings. */
const HIDING = /[^\t\n\r -~]|[%\\]|&#?\w+;|charset|encoding|base64|!!/i;

/**
 * Reads a body as strictly as a tracker may. JSON reads in one way only if it is as `JSON.stringify` writes it, blanks
 * apart: it has no mark, no text after it, no property twice and no number that is rounded.
 */
export function readBody({ body, contentType, endpoint }: PlannedCall): ReadBody {
  if (body === undefined) return { json: undefined };
  if (typeof body !== 'string') return { unread: 'the body is no text' };
  const [, charset = 'utf-8'] = /charset\s*=\s*["']?([\w-]*)/i.exec(contentType ?? '') ?? [];
  if (charset.toLowerCase() !== 'utf-8') return { unread: `the body is sent as ${charset}` };
  const json = parseJson(body);
  const withoutBlanks = body.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
  if (json !== undefined && JSON.stringify(json) === withoutBlanks && !hasOtherCase(json, namesOf(endpoint))) {
    return { json };
  }
  const [hidden] = HIDING.exec(`${contentType ?? ''}\n${body}`) ?? [];
  if (hidden !== undefined) {
    const shown = /^[ -~]+$/.test(hidden) ? hidden : `U+${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return { unread: `the body reads in several ways, and ${shown} in it may stand for other characters` };
  }
  const words = [...new Set(body.match(/[\w-]+/g) ?? [])];
  if (words.length > MOST_WORDS)
    return { unread: `the body reads in several ways, and has more than ${MOST_WORDS} words` };
  return { words };
}

function namesOf({ body, changes = [] }: PlannedCall['endpoint']): ReadonlySet<string> {
  const paths = changes.flatMap((change) => ('property' in change ? [change.property] : []));
  return new Set([...paths, ...documentedPaths(body, 'input'), 'key', 'id'].flatMap((path) => path.split('.')));
}

function hasOtherCase(value: unknown, names: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return value.some((one) => hasOtherCase(one, names));
  if (!isObject(value)) return false;
  const others = Object.keys(value).filter((key) => !names.has(key));
  return others.some((key) => isOneOf(key, names)) || Object.values(value).some((one) => hasOtherCase(one, names));
}

function isOneOf(key: string, names: ReadonlySet<string>): boolean {
  return [...names].some((name) => name.toLowerCase() === key.toLowerCase());
}
