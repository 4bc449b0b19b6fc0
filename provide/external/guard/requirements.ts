import { documentedPaths, isObject, parseJson } from '../../../contracts/index.js';
import type { Change, ChangedKind, NamedIn } from '../../../contracts/index.js';
import type { PlannedCall } from '../../../client/api-client.js';

/** Something on the tracker that a call can change, as the call names it: by an id or a key, as text. */
export interface ChangedThing {
  readonly kind: ChangedKind;
  readonly named: string;
  /** Whether a tracker only may take this for the name: it is a word of a body that reads in several ways. */
  readonly guessed?: true;
}

/** The test has to own one of these, or one must not exist: the call changes only data that belongs to all of them. */
export type Requirement = readonly [ChangedThing, ...ChangedThing[]];

export const everything: ChangedThing = { kind: 'everything', named: '' };

/** Undefined if they are not known: a custom row that names none may change anything. */
export function requirementsOf(call: PlannedCall): readonly Requirement[] | undefined {
  const { changes, scope } = call.endpoint;
  return scope === 'read' ? [] : changes?.flatMap((change) => requirementsOfChange(change, call));
}

export function isRead({ endpoint }: PlannedCall): boolean {
  return endpoint.scope === 'read';
}

function requirementsOfChange(change: Change, call: PlannedCall): readonly Requirement[] {
  if (change.kind === 'everything') return [[everything]];
  const { or, otherwise } = change;
  const beside = or === undefined ? [] : targetsAt(or, call);
  const named = targetsAt(change, call).map((target): Requirement => [target, ...beside]);
  // To own what only a reading of another kind finds is no reason to change what the call names.
  const read = [change, ...(or === undefined ? [] : [or])].flatMap((one) => otherReadings(one, call));
  const all = [...named, ...read.map((target): Requirement => [target])];
  const value = valueAt(change, call);
  const isList = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
  if (otherwise === undefined || isList) return all;
  return [...all, ...requirementsOfChange(otherwise, call)];
}

function targetsAt(change: Change, call: PlannedCall): ChangedThing[] {
  if (change.kind === 'everything') return [everything];
  const names = new Set(textsIn(valueAt(change, call)));
  return [...names].map((named) => ({ kind: change.kind, named }));
}

/** The targets that a tracker may read from a part of a form, or from any word of a body that reads in several ways. */
function otherReadings(change: Change, call: PlannedCall): ChangedThing[] {
  if (change.kind === 'everything') return [];
  const { kind } = change;
  const parts = (call.files ?? []).filter(({ part = '' }) => lettersOf(part) === lettersOf(lastOf(change)));
  const words = 'property' in change ? wordsOf(call) : [];
  return [
    ...parts.flatMap(({ buffer }) => textsIn(buffer.toString())).map((named) => ({ kind, named })),
    ...words.map((named) => ({ kind, named, guessed: true as const })),
  ];
}

function wordsOf(call: PlannedCall): readonly string[] {
  const read = readBody(call);
  return 'words' in read ? read.words : [];
}

function valueAt(place: NamedIn, call: PlannedCall): unknown {
  if ('parameter' in place) return call.parameters[place.parameter];
  if ('query' in place) return call.query[place.query];
  const read = readBody(call);
  return 'json' in read ? valueIn(read.json, place.property.split('.')) : undefined;
}

/** A name of a parameter without its case and signs: `X-HTTP-Method-Override` and `_method` are written in many ways. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

function lastOf(place: NamedIn): string {
  if ('parameter' in place) return place.parameter;
  return 'query' in place ? place.query : (place.property.split('.').at(-1) ?? '');
}

/** A value of JSON by a path of properties, or the list of all values of a list on its way. A text may hold the rest. */
function valueIn(json: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return json;
  if (Array.isArray(json)) return json.flatMap((one) => valueIn(one, [first, ...rest]));
  if (!isObject(json)) return json;
  return valueIn(json[first], rest);
}

export function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  const isName = typeof value === 'string' || typeof value === 'number';
  return isName && !/^\.{0,2}$/.test(String(value)) ? [String(value)] : [];
}

/** The body of a call: a JSON value that reads in one way only, or the words of one that a tracker may read otherwise. */
type ReadBody = { readonly json: unknown } | { readonly words: readonly string[] } | { readonly unread: string };

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
  const known = new Set([...names].map((name) => name.toLowerCase()));
  const isOther = (key: string) => !names.has(key) && known.has(key.toLowerCase());
  return Object.keys(value).some(isOther) || Object.values(value).some((one) => hasOtherCase(one, names));
}
