import * as fc from 'fast-check';
import { FormData, request as send } from 'undici';
import type { Dispatcher } from 'undici';
import { parseJson } from '../../../contracts/reading.js';

const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

/** Who a request is from, and the header that says so. */
export const callers = {
  admin: basic('admin', 'admin'),
  tess: basic('tess', 'tess'),
  'admin by token': 'Bearer admin-token',
  nobody: undefined,
  'a wrong password': basic('admin', 'wrong'),
  'a wrong token': 'Bearer nothing',
  'half a login': 'Basic',
  'no user': basic('__proto__', 'constructor'),
} as const;
export type CallerName = keyof typeof callers;

export interface PlannedRequest {
  readonly method: string;
  /** The path after the tenant's context path, encoded, without its query. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Sent as multipart/form-data in place of a body. */
  readonly files?: readonly { readonly part: string; readonly text: string }[] | undefined;
}

/** A text as it stands in a URL. Half a pair of surrogates can stand in a text, but in no URL. */
function encodedText(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

function urlOf({ path, query }: PlannedRequest): string {
  return query.length === 0 ? path : `${path}?${query.map((pair) => pair.map(encodedText).join('=')).join('&')}`;
}

/** Sends a request. @throws the client's own error if no answer comes */
export async function sendRequest(dispatcher: Dispatcher, base: string, request: PlannedRequest): Promise<Received> {
  const { method, files, body = null } = request;
  // A form says its boundary itself.
  const { 'content-type': type, ...others } = request.headers;
  const form = new FormData();
  for (const { part, text } of files ?? []) form.append(part, new Blob([text]), part);
  const response = await send(`${base}${urlOf(request)}`, {
    dispatcher,
    method: method as 'GET',
    headers: type === undefined || files !== undefined ? others : { ...others, 'content-type': type },
    body: files === undefined ? body : form,
    // Only a request that hangs takes so long.
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

export function describeRequest(request: PlannedRequest, caller: CallerName, answer: string): string {
  const { authorization: _, ...headers } = request.headers;
  const sent = request.files === undefined ? request.body : JSON.stringify(request.files);
  const text = `${request.method} ${urlOf(request)} as ${caller} ${JSON.stringify(headers)} ${sent ?? ''}`;
  return `${text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text} → ${answer}`;
}

/** One way in which a request is made worse: at which of its places, and with what. */
export interface Mutation {
  readonly kind: string;
  readonly at: number;
  readonly junk: unknown;
}

/** Names that mean something to JavaScript. */
const trickyNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', ''];
/** A number that JSON can write and JavaScript can't hold. */
const BEYOND_NUMBERS = '1e999';

type Container = Record<string, unknown> | unknown[];

/** The parts of a request that a change gives it. @param text the junk as text */
type Change = (request: PlannedRequest, at: number, text: string, junk: unknown) => Partial<PlannedRequest>;

const inJson =
  (change: (spot: ReturnType<typeof spotsOf>[number], at: number, junk: unknown) => void): Change =>
  ({ body = '' }, at, _text, junk) => {
    const value = parseJson(body);
    if (value === undefined) return {};
    const root: { value?: unknown } = { value };
    const spots = spotsOf(root);
    change(one(spots, at), at, junk);
    if (root.value === undefined) return { body: undefined };
    return { body: JSON.stringify(root.value).replaceAll(`"${BEYOND_NUMBERS}"`, BEYOND_NUMBERS) };
  };

const methods = 'GET POST PUT DELETE PATCH HEAD OPTIONS PROPFIND'.split(' ');
const contentTypes = [
  ...['text/plain', 'application/json; charset=utf-16', 'application/x-www-form-urlencoded', 'json', '/'],
  ...['multipart/form-data', 'multipart/form-data; boundary=x', 'application/json;;;'],
];
const segments = '%00 %2F %2e%2e %zz % %C3%28 %E0%A4%A .. . ;a=b * ~ %F0%9F%99%82'.split(' ').concat('');
const headers: readonly Readonly<Record<string, string>>[] = [
  ...[{ 'x-http-method-override': 'DELETE' }, { accept: 'text/html' }, { origin: 'http://elsewhere.example' }],
  ...[{ 'content-encoding': 'gzip' }, { range: 'bytes=0-0' }, { authorization: 'Digest username="admin"' }],
  ...[{ cookie: '__proto__=1; JSESSIONID=x' }, { 'x-atlassian-token': 'check' }, { host: 'elsewhere.example:1' }],
];

const changes: Readonly<Record<string, Change>> = {
  'replace a value': inJson(({ holder, key }, _at, junk) => own(holder, key, junk)),
  'remove a property': inJson(({ holder, key }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else Reflect.deleteProperty(holder, key);
  }),
  'add a property': inJson(({ inner }, at, junk) => {
    if (isContainer(inner) && !Array.isArray(inner)) own(inner, one(trickyNames, at), junk);
  }),
  'repeat a value': inJson(({ holder, key, inner }) => own(holder, key, [inner, inner].flat())),
  'nest a value': inJson(({ holder, key, inner }, at) => {
    const depth = one([1, 200, 1_100], at);
    own(holder, key, JSON.parse(`${'['.repeat(depth)}${JSON.stringify(inner)}${']'.repeat(depth)}`));
  }),
  'break the text': ({ body }, at, text) =>
    body === undefined ? {} : { body: `${body.slice(0, at % (body.length + 1))}${at % 2 === 0 ? '' : text}` },
  'send no body': () => ({ body: undefined, files: undefined }),
  'send a body all the same': ({ headers: sent }, _at, text) => ({
    ...{ files: undefined, body: text, headers: { ...sent, 'content-type': 'application/json' } },
  }),
  'change the content type': ({ headers: sent }, at) => ({
    headers: { ...sent, 'content-type': one(contentTypes, at) },
  }),
  'add a header': ({ headers: sent }, at) => ({ headers: { ...sent, ...one(headers, at) } }),
  'change the method': (_request, at) => ({ method: one(methods, at) }),
  'replace a segment': ({ path }, at, text) => withSegment(path, at, encodedText(text)),
  'encode a segment oddly': ({ path }, at) => withSegment(path, at, one(segments, at)),
  'add a segment': ({ path }, _at, text) => ({ path: `${path}/${encodedText(text)}` }),
  'repeat a parameter': ({ query }, at) => ({ query: [...query, query[at % query.length] ?? ['page', '1']] }),
  'replace a parameter': ({ query }, at, text) => ({
    query: query.length === 0 ? [['size', text]] : query.with(at % query.length, [one(query, at)[0], text]),
  }),
  'remove a parameter': ({ query }, at) => ({ query: query.toSpliced(at % Math.max(1, query.length), 1) }),
  'add a parameter': ({ query }, at, text) => ({ query: [...query, [one([...trickyNames, 'a[b]', text], at), text]] }),
  'rename the parts': ({ files }, _at, text) => ({ files: files?.map((file) => ({ ...file, part: text })) }),
  'send no part': ({ files }) => ({ files: files && [] }),
};

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    ...[null, true, false, 0, -1, -0, 1.5, 1e308, 2 ** 53, 2 ** 31, -(2 ** 63), '', ' ', '0', '-1', '1e3', '0x10'],
    ...['99999999999999999999', '١٢', 'null', '\u0000', '\ud800', '\u202e', '🙂', 'İ', 'a\nb\r\nc', '%', "'", '"'],
    ...['../..', '/', '\\', ';', 'a'.repeat(5_000), '{}', '[]', '<b>', '${7*7}', 'true', '*', BEYOND_NUMBERS],
    ...[[], {}, [null], [[]], [{}], { id: null }, { id: {} }, { name: [] }, { key: '__proto__' }, ...trickyNames],
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 12 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const mutation = fc.record({ kind: fc.constantFrom(...Object.keys(changes)), at: fc.nat({ max: 999 }), junk });

export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.oneof(
  { arbitrary: fc.constant([]), weight: 2 },
  { arbitrary: fc.array(mutation, { minLength: 1, maxLength: 1 }), weight: 2 },
  { arbitrary: fc.array(mutation, { minLength: 2, maxLength: 4 }), weight: 1 },
);

export function mutateRequest(sensible: PlannedRequest, made: readonly Mutation[]): PlannedRequest {
  return made.reduce((request, { kind, at, junk: sent }) => {
    const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
    return { ...request, ...changes[kind]?.(request, at, text, sent) };
  }, sensible);
}

/** Every place of a value with what stands there, outer ones first. */
function spotsOf(holder: Container): { holder: Container; key: string; inner: unknown }[] {
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

function one<Item>(items: readonly Item[], at: number): Item {
  return items[at % items.length] as Item;
}

/** The first segment stays: it belongs to the address. */
function withSegment(path: string, at: number, segment: string): Partial<PlannedRequest> {
  const parts = path.split('/');
  return { path: parts.with(2 + (at % Math.max(1, parts.length - 2)), segment).join('/') };
}
