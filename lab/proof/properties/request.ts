import * as fc from 'fast-check';
import { FormData, request as send } from 'undici';
import { parseJson } from '../../../contracts/find-in-json.js';

const basic = (name: string, password: string) => `Basic ${btoa(`${name}:${password}`)}`;

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
  readonly query: readonly [name: string, value: string][];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** The names of parts, which are sent as multipart/form-data in place of a body. */
  readonly files?: readonly string[] | undefined;
}

/** A text as it stands in a URL. Half a pair of surrogates can stand in a text, but in no URL. */
function encodedText(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

function urlOf({ path, query }: PlannedRequest): string {
  return query.length === 0 ? path : `${path}?${String(new URLSearchParams(query))}`;
}

/** Sends a request. @throws the client's own error if no answer comes */
export async function sendRequest(base: string, request: PlannedRequest) {
  const { method, headers, files, body = null } = request;
  const form = new FormData();
  for (const part of files ?? []) form.append(part, new Blob(['Bytes']), part);
  const response = await send(`${base}${urlOf(request)}`, {
    method: method as 'GET',
    headers,
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

/** Names that mean something to JavaScript. */
const trickyNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', ''];

/** The parts of a request that a change gives it. @param text the junk as text */
type Change = (request: PlannedRequest, at: number, text: string, junk: unknown) => Partial<PlannedRequest>;

/** Changes one value in the body, which can be all of it. @param change returns undefined to remove the value */
const inJson =
  (change: (value: unknown, at: number, junk: unknown) => unknown): Change =>
  ({ body = '' }, at, _text, junk) => {
    const all = parseJson(body);
    // JSON with a reviver or a replacer copes with no deeper nesting.
    if (all === undefined || body.includes('['.repeat(1_000))) return {};
    let count = 0;
    JSON.parse(body, () => (count += 1));
    let left = at % count;
    const changed = JSON.stringify(all, (_key, value: unknown) => {
      left -= 1;
      return left === -1 ? change(value, at, junk) : value;
    }) as string | undefined;
    // JSON can write a number that JavaScript can't hold.
    return { body: changed?.replaceAll('"1e999"', '1e999') };
  };

export const contentTypes = [
  ...[
    'text/plain',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    'application/json;;;',
    '/',
  ],
  ...['multipart/form-data', 'multipart/form-data; boundary=x', 'multipart/form-data; boundary="x'],
  ...['multipart/form-data; boundary=x; boundary=y', ';'],
];
const segments = '%00 %2F %2e%2e %zz % %C3%28 %E0%A4%A .. . ;a=b * ~ %F0%9F%99%82'.split(' ').concat('');
const headers: readonly Readonly<Record<string, string>>[] = [
  ...[{ 'x-http-method-override': 'DELETE' }, { accept: 'text/html' }, { origin: 'http://elsewhere.example' }],
  ...[{ 'content-encoding': 'gzip' }, { range: 'bytes=0-0' }, { authorization: 'Digest username="admin"' }],
  ...[{ cookie: '__proto__=1; JSESSIONID=x' }, { 'x-atlassian-token': 'check' }, { host: 'elsewhere.example:1' }],
  ...contentTypes.map((type) => ({ 'content-type': type })),
];

const changes: Readonly<Record<string, Change>> = {
  'replace a value': inJson((_value, _at, junk) => junk),
  'remove a value': inJson(() => undefined),
  'add a property': inJson((value, at, junk) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { ...value, [one(trickyNames, at)]: junk } : value;
  }),
  'repeat a value': inJson((value) => [value, value].flat()),
  'nest a value': inJson((value, at) => {
    const depth = one([1, 200, 1_100], at);
    return JSON.parse(`${'['.repeat(depth)}${JSON.stringify(value)}${']'.repeat(depth)}`) as unknown;
  }),
  'break the text': ({ body }, at, text) =>
    body === undefined ? {} : { body: `${body.slice(0, at % (body.length + 1))}${at % 2 === 0 ? '' : text}` },
  'send no body': () => ({ body: undefined, files: undefined }),
  'send a body all the same': ({ headers: sent }, _at, text) => ({
    ...{ files: undefined, body: text, headers: { ...sent, 'content-type': 'application/json' } },
  }),
  'add a header': ({ headers: sent }, at) => ({ headers: { ...sent, ...one(headers, at) } }),
  'change the method': (_request, at) => ({
    method: one('GET POST PUT DELETE PATCH HEAD OPTIONS PROPFIND'.split(' '), at),
  }),
  // The first segment stays: it belongs to the address.
  'replace a segment': ({ path }, at, text) => {
    const parts = path.split('/');
    return { path: parts.with(2 + (at % (parts.length - 2)), one([encodedText(text), ...segments], at)).join('/') };
  },
  'add a segment': ({ path }, _at, text) => ({ path: `${path}/${encodedText(text)}` }),
  'repeat a parameter': ({ query }, at) => ({ query: [...query, query[at % query.length] ?? ['page', '1']] }),
  'replace a parameter': ({ query }, at, text) => {
    const [name] = query[at % query.length] ?? ['size'];
    return { query: query.toSpliced(at % query.length, 1, [name, text]) };
  },
  'remove a parameter': ({ query }, at) => ({ query: query.toSpliced(at % query.length, 1) }),
  'add a parameter': ({ query }, at, text) => ({ query: [...query, [one([...trickyNames, 'a[b]', text], at), text]] }),
  'rename the parts': ({ files }, _at, text) => ({ files: files?.map(() => text) }),
  'send no part': ({ files }) => ({ files: files && [] }),
};

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    ...[null, true, false, 0, -1, -0, 1.5, 1e308, 2 ** 53, 2 ** 31, -(2 ** 63), '', ' ', '0', '-1', '1e3', '0x10'],
    ...['99999999999999999999', '١٢', 'null', '\u0000', '\ud800', '\u202e', '🙂', 'İ', 'a\nb\r\nc', '%', "'", '"'],
    ...['../..', '/', '\\', ';', 'a'.repeat(5_000), '{}', '[]', '<b>', '${7*7}', 'true', '*', '1e999'],
    ...[[], {}, [null], [[]], [{}], { id: null }, { id: {} }, { name: [] }, { key: '__proto__' }, ...trickyNames],
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 12 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Makes a request worse in one way. */
type Mutation = (request: PlannedRequest) => PlannedRequest;

const mutation: fc.Arbitrary<Mutation> = fc
  .tuple(fc.constantFrom(...Object.values(changes)), fc.nat({ max: 999 }), junk)
  .map(([change, at, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return (request) => ({ ...request, ...change(request, at, text, value) });
  });

export const mutations = fc.oneof(fc.array(mutation, { maxLength: 1 }), fc.array(mutation, { maxLength: 4 }));

function one<Item>(items: readonly Item[], at: number): Item {
  return items[at % items.length] as Item;
}
