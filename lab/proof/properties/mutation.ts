import * as fc from 'fast-check';
import { encodedText } from './request.js';
import type { PlannedRequest } from './request.js';
import type { SensibleRequest } from './sensible-request.js';

/** Ways in which a request is made worse than it was. */
const mutationKinds = [
  'replace a value',
  'remove a property',
  'add a property',
  'repeat an element',
  'nest a value',
  'break the text',
  'send another text',
  'send no body',
  'send a body all the same',
  'change the content type',
  'change the method',
  'replace a segment',
  'add a segment',
  'double a slash',
  'encode a segment oddly',
  'repeat a parameter',
  'replace a parameter',
  'remove a parameter',
  'add a parameter',
  'add a header',
  'rename a part',
  'send no part',
  'break the boundary',
] as const;

/** One way in which a request is made worse: at which of its places, and with what. */
export interface Mutation {
  readonly kind: (typeof mutationKinds)[number];
  readonly at: number;
  readonly junk: unknown;
}

/** Names that mean something to JavaScript. */
export const trickyNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', ''];

/** A number that JSON can write and JavaScript can't hold; sent without quotes wherever it is a whole value. */
const BEYOND_NUMBERS = '1e999';

/** Lists in each other, more than a body may have. */
const tooDeep: unknown = JSON.parse('['.repeat(1_100) + ']'.repeat(1_100));

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

const harderJunk: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: junk, weight: 4 },
  {
    arbitrary: fc.constantFrom<unknown[]>(
      ...[BEYOND_NUMBERS, 'a '.repeat(50_000), '9999-12-31T23:59:59.999+0000', '0001-01-01', tooDeep],
    ),
    weight: 1,
  },
);

function mutationWith(values: fc.Arbitrary<unknown>): fc.Arbitrary<Mutation> {
  return fc.record({ kind: fc.constantFrom(...mutationKinds), at: fc.nat({ max: 999 }), junk: values });
}

/** Any mutation. */
export const mutation = mutationWith(junk);

/** Any mutation, among them some with what is too large, too deep or too far away. */
export const harderMutation = mutationWith(harderJunk);

type Container = Record<string, unknown> | unknown[];

/** A place in a JSON value. */
interface Spot {
  readonly holder: Container;
  readonly key: string;
}

/** A copy of a JSON value, changed at one place. */
function mutateJson(value: unknown, { kind, at, junk }: Mutation): unknown {
  const root = { value: structuredClone(value) };
  const spots = spotsOf(root);
  const spot = spots[at % spots.length] as Spot;
  const inner = valueAt(spot);
  switch (kind) {
    case 'replace a value':
      put(spot, junk);
      break;
    case 'remove a property':
      remove(spots.slice(1)[at % Math.max(1, spots.length - 1)]);
      break;
    case 'add a property':
      if (isContainer(inner) && !Array.isArray(inner)) own(inner, nameFor(junk, at), junk);
      break;
    case 'repeat an element':
      put(spot, Array.isArray(inner) ? inner.concat(inner as unknown[]) : [inner, inner]);
      break;
    case 'nest a value':
      put(spot, nested(inner, at % 3 === 0 ? 500 : 2));
      break;
    default:
  }
  return root.value;
}

/** Every place of a value, outer ones first. */
function spotsOf(holder: Container): Spot[] {
  return Object.keys(holder).flatMap((key) => {
    const inner = valueAt({ holder, key });
    return [{ holder, key }, ...(isContainer(inner) ? spotsOf(inner) : [])];
  });
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function valueAt({ holder, key }: Spot): unknown {
  return (holder as Record<string, unknown>)[key];
}

function put({ holder, key }: Spot, value: unknown): void {
  own(holder, key, value);
}

/** Sets a property of any name. Even `__proto__` becomes a property that JSON writes. */
function own(holder: Container, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, configurable: true, enumerable: true, writable: true });
}

function remove(spot: Spot | undefined): void {
  if (spot === undefined) return;
  if (Array.isArray(spot.holder)) spot.holder.splice(Number(spot.key), 1);
  else Reflect.deleteProperty(spot.holder, spot.key);
}

function nameFor(junk: unknown, at: number): string {
  return typeof junk === 'string' ? junk : (trickyNames[at % trickyNames.length] as string);
}

function nested(value: unknown, depth: number): unknown {
  let result = value;
  for (let level = 0; level < depth; level += 1) result = level % 2 === 0 ? [result] : { id: result };
  return result;
}

/** A request as it is sent, made worse by each mutation in turn. */
export function mutateRequest(sensible: SensibleRequest, mutations: readonly Mutation[]): PlannedRequest {
  const json = mutations.reduce((value, mutation) => {
    return value === undefined ? undefined : mutateJson(value, mutation);
  }, sensible.json);
  const body = json === undefined ? undefined : JSON.stringify(json).replaceAll(`"${BEYOND_NUMBERS}"`, BEYOND_NUMBERS);
  const request: PlannedRequest = {
    method: sensible.method,
    path: sensible.segments.join('/'),
    query: sensible.query,
    headers: { ...sensible.headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body,
    files: sensible.files,
  };
  return mutations.reduce(mutate, request);
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND'];
const contentTypes = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json;;;',
  'json',
  '/',
];
const segments = [
  '%00',
  '%2F',
  '%2e%2e',
  '%zz',
  '%',
  '%C3%28',
  '%E0%A4%A',
  '..',
  '.',
  ';a=b',
  '*',
  '~',
  '%F0%9F%99%82',
];
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

function mutate(request: PlannedRequest, { kind, at, junk }: Mutation): PlannedRequest {
  const { body, files, path, query } = request;
  const one = <Item>(items: readonly Item[]) => items[at % items.length] as Item;
  const text = typeof junk === 'string' ? junk : JSON.stringify(junk);
  const withBody = (sent: string | undefined): PlannedRequest => ({ ...request, body: sent });
  const withQuery = (change: (pairs: (readonly [string, string])[], index: number) => void): PlannedRequest => {
    const pairs = [...query];
    change(pairs, pairs.length === 0 ? 0 : at % pairs.length);
    return { ...request, query: pairs };
  };
  const withSegment = (segment: string): PlannedRequest => {
    const parts = path.split('/');
    // The context path stays: it says which tracker is meant.
    return { ...request, path: parts.with(2 + (at % Math.max(1, parts.length - 2)), segment).join('/') };
  };
  switch (kind) {
    case 'break the text':
      return body === undefined
        ? request
        : withBody(`${body.slice(0, at % (body.length + 1))}${at % 2 === 0 ? '' : text}`);
    case 'send another text':
      return files === undefined ? withBody(text) : request;
    case 'send no body':
      return withBody(undefined);
    case 'send a body all the same':
      return files === undefined
        ? {
            ...request,
            body: body ?? '{"defaults":[]}',
            headers: { ...request.headers, 'content-type': 'application/json' },
          }
        : request;
    case 'change the content type':
      return { ...request, headers: { ...request.headers, 'content-type': one(contentTypes) } };
    case 'change the method':
      return { ...request, method: one(methods) };
    case 'replace a segment':
      return withSegment(encodedText(text));
    case 'encode a segment oddly':
      return withSegment(one(segments));
    case 'add a segment':
      return { ...request, path: `${path}/${encodedText(text)}` };
    case 'double a slash':
      return withSegment('');
    case 'repeat a parameter':
      return withQuery((pairs, index) => pairs.push(pairs[index] ?? ['page', '1']));
    case 'replace a parameter':
      return withQuery((pairs, index) => pairs.splice(index, 1, [pairs[index]?.[0] ?? 'size', text]));
    case 'remove a parameter':
      return withQuery((pairs, index) => pairs.splice(index, 1));
    case 'add a parameter':
      return withQuery((pairs) => pairs.push([one([...trickyNames, 'a[b]', 'field.mail', 'fields', text]), text]));
    case 'add a header':
      return { ...request, headers: { ...request.headers, ...one(headers) } };
    case 'rename a part':
      return { ...request, files: files?.map((file) => ({ ...file, part: text, filename: text })) };
    case 'send no part':
      return { ...request, files: files && [] };
    case 'break the boundary':
      if (files === undefined) return request;
      return {
        ...request,
        files: undefined,
        body: `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${text}`.slice(0, 10 + at),
        headers: { ...request.headers, 'content-type': 'multipart/form-data; boundary=x' },
      };
    default:
      return request;
  }
}
