import * as fc from 'fast-check';
import { encodedText } from './request.js';
import type { PlannedRequest, SensibleRequest } from './request.js';

/** One way in which a request is made worse: at which of its places, and with what. */
export interface Mutation {
  readonly kind: string;
  readonly at: number;
  readonly junk: unknown;
}

/** Names that mean something to JavaScript. */
export const trickyNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', ''];

/** A number that JSON can write and JavaScript can't hold; sent without quotes wherever it is a whole value. */
const BEYOND_NUMBERS = '1e999';

/** Lists in each other, more than a body may have. */
const tooDeep: unknown = JSON.parse('['.repeat(1_100) + ']'.repeat(1_100));

type Container = Record<string, unknown> | unknown[];

/** A place in a JSON value, and what stands there. */
interface Spot {
  readonly holder: Container;
  readonly key: string;
  readonly inner: unknown;
}

/** Changes of a place in the JSON of a body. */
const jsonChanges: Readonly<Record<string, (spot: Spot, mutation: Mutation) => void>> = {
  'replace a value': ({ holder, key }, { junk }) => own(holder, key, junk),
  'remove a property': ({ holder, key }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else Reflect.deleteProperty(holder, key);
  },
  'add a property': ({ inner }, { at, junk }) => {
    if (!isContainer(inner) || Array.isArray(inner)) return;
    own(inner, typeof junk === 'string' ? junk : one(trickyNames, at), junk);
  },
  'repeat an element': ({ holder, key, inner }) =>
    own(holder, key, Array.isArray(inner) ? inner.concat(inner as unknown[]) : [inner, inner]),
  'nest a value': ({ holder, key, inner }, { at }) => own(holder, key, nested(inner, at % 3 === 0 ? 500 : 2)),
};

const methods = 'GET POST PUT DELETE PATCH HEAD OPTIONS PROPFIND'.split(' ');
const contentTypes = [
  ...['text/plain', 'application/json; charset=utf-16', 'application/xml', 'application/x-www-form-urlencoded'],
  ...['multipart/form-data', 'multipart/form-data; boundary=x', 'application/json;;;', 'json', '/'],
];
const segments = '%00 %2F %2e%2e %zz % %C3%28 %E0%A4%A .. . ;a=b * ~ %F0%9F%99%82'.split(' ');
const headers: readonly Readonly<Record<string, string>>[] = [
  { 'x-http-method-override': 'DELETE' },
  { accept: 'text/html' },
  { origin: 'http://elsewhere.example' },
  { 'content-encoding': 'gzip' },
  { 'if-none-match': '*' },
  { range: 'bytes=0-0' },
  { authorization: 'Digest username="admin"' },
  { cookie: '__proto__=1; JSESSIONID=x' },
  { 'x-atlassian-token': 'check' },
  { host: 'elsewhere.example:1' },
  { 'x-forwarded-for': "'; DROP TABLE issues" },
];

/** Junk, also as text, and the number that chooses a place. */
interface Worse {
  readonly at: number;
  readonly text: string;
}

/** The parts of a request that a change gives it. */
type RequestChange = (request: PlannedRequest, worse: Worse) => Partial<PlannedRequest>;

/** Changes of a request as it is sent. */
const requestChanges: Readonly<Record<string, RequestChange>> = {
  'break the text': ({ body }, { at, text }) => {
    if (body === undefined) return {};
    return { body: `${body.slice(0, at % (body.length + 1))}${at % 2 === 0 ? '' : text}` };
  },
  'send another text': ({ files }, { text }) => (files === undefined ? { body: text } : {}),
  'send no body': () => ({ body: undefined }),
  'send a body all the same': ({ files, body = '{"defaults":[]}', headers: sent }) =>
    files === undefined ? { body, headers: { ...sent, 'content-type': 'application/json' } } : {},
  'change the content type': ({ headers: sent }, { at }) => ({
    headers: { ...sent, 'content-type': one(contentTypes, at) },
  }),
  'add a header': ({ headers: sent }, { at }) => ({ headers: { ...sent, ...one(headers, at) } }),
  'change the method': (_request, { at }) => ({ method: one(methods, at) }),
  'replace a segment': ({ path }, { at, text }) => withSegment(path, at, encodedText(text)),
  'encode a segment oddly': ({ path }, { at }) => withSegment(path, at, one(segments, at)),
  'double a slash': ({ path }, { at }) => withSegment(path, at, ''),
  'add a segment': ({ path }, { text }) => ({ path: `${path}/${encodedText(text)}` }),
  'repeat a parameter': ({ query }, { at }) => ({
    query: [...query, query[at % Math.max(1, query.length)] ?? ['page', '1']],
  }),
  'replace a parameter': ({ query }, { at, text }) => ({
    query: query.length === 0 ? [['size', text]] : query.with(at % query.length, [one(query, at)[0], text]),
  }),
  'remove a parameter': ({ query }, { at }) => ({ query: query.toSpliced(at % Math.max(1, query.length), 1) }),
  'add a parameter': ({ query }, { at, text }) => ({
    query: [...query, [one([...trickyNames, 'a[b]', 'field.mail', 'fields', text], at), text]],
  }),
  'rename a part': ({ files }, { text }) => ({
    files: files?.map((file) => ({ ...file, part: text, filename: text })),
  }),
  'send no part': ({ files }) => ({ files: files && [] }),
  'break the boundary': ({ files, headers: sent }, { at, text }) => {
    if (files === undefined) return {};
    return {
      files: undefined,
      body: `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${text}`.slice(0, 10 + at),
      headers: { ...sent, 'content-type': 'multipart/form-data; boundary=x' },
    };
  },
};

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    ...[null, true, false, 0, -1, -0, 1.5, 1e308, 2 ** 53, 2 ** 31, -(2 ** 63), '', ' ', '0', '-1', '1e3', '0x10'],
    ...['99999999999999999999', '١٢', 'null', '\u0000', '\ud800', '\u202e', '🙂', 'İ', 'a\nb\r\nc', '%', "'", '"'],
    ...['../..', '/', '\\', ';', 'a'.repeat(5_000), '{}', '[]', '<b>', '${7*7}', 'true', '*', ...trickyNames],
    ...[[], {}, [null], [[]], [{}], { id: null }, { id: {} }, { name: [] }, { key: '__proto__' }, { set: { set: 1 } }],
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 12 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** What is too large, too deep or too far away. */
const hardJunk = fc.constantFrom<unknown[]>(
  ...[BEYOND_NUMBERS, 'a '.repeat(50_000), '9999-12-31T23:59:59.999+0000', '0001-01-01', tooDeep],
);

/** No, one or several mutations. @param isHard whether some of them put there what is too large, too deep or too far away */
export function mutations(isHard: boolean): fc.Arbitrary<readonly Mutation[]> {
  const mutation = fc.record({
    kind: fc.constantFrom(...Object.keys(jsonChanges), ...Object.keys(requestChanges)),
    at: fc.nat({ max: 999 }),
    junk: fc.oneof({ arbitrary: junk, weight: 4 }, { arbitrary: hardJunk, weight: isHard ? 1 : 0 }),
  });
  return fc.oneof(
    { arbitrary: fc.constant([]), weight: 2 },
    { arbitrary: fc.array(mutation, { minLength: 1, maxLength: 1 }), weight: 2 },
    { arbitrary: fc.array(mutation, { minLength: 2, maxLength: 4 }), weight: 1 },
  );
}

/** A request as it is sent, made worse by each mutation in turn. */
export function mutateRequest(sensible: SensibleRequest, made: readonly Mutation[]): PlannedRequest {
  const json = sensible.json === undefined ? undefined : made.reduce(mutateJson, sensible.json);
  const body = json === undefined ? undefined : JSON.stringify(json).replaceAll(`"${BEYOND_NUMBERS}"`, BEYOND_NUMBERS);
  const request: PlannedRequest = {
    method: sensible.method,
    path: sensible.segments.join('/'),
    query: sensible.query,
    headers: { ...sensible.headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body,
    files: sensible.files,
  };
  return made.reduce((before, { kind, at, junk: sent }) => {
    const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
    return { ...before, ...requestChanges[kind]?.(before, { at, text }) };
  }, request);
}

/** A copy of a JSON value, changed at one place. */
function mutateJson(value: unknown, mutation: Mutation): unknown {
  const root = { value: structuredClone(value) };
  const spots = spotsOf(root);
  // The body as a whole is removed by another change.
  const chosen = mutation.kind === 'remove a property' ? spots.slice(1) : spots;
  const spot = chosen[mutation.at % Math.max(1, chosen.length)];
  if (spot !== undefined) jsonChanges[mutation.kind]?.(spot, mutation);
  return root.value;
}

/** Every place of a value, outer ones first. */
function spotsOf(holder: Container): Spot[] {
  return Object.entries(holder).flatMap(([key, inner]: [string, unknown]) => [
    { holder, key, inner },
    ...(isContainer(inner) ? spotsOf(inner) : []),
  ]);
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Sets a property of any name. Even `__proto__` becomes a property that JSON writes. */
function own(holder: Container, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, configurable: true, enumerable: true, writable: true });
}

function nested(value: unknown, depth: number): unknown {
  let result = value;
  for (let level = 0; level < depth; level += 1) result = level % 2 === 0 ? [result] : { id: result };
  return result;
}

function one<Item>(items: readonly Item[], at: number): Item {
  return items[at % items.length] as Item;
}

/** The first segment stays: it belongs to the address. */
function withSegment(path: string, at: number, segment: string): Partial<PlannedRequest> {
  const parts = path.split('/');
  return { path: parts.with(2 + (at % Math.max(1, parts.length - 2)), segment).join('/') };
}
