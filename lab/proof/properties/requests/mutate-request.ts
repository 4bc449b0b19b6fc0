import type { Mutation } from './mutation.js';
import { BEYOND_NUMBERS, trickyNames } from './mutation.js';
import { mutateJson } from './mutate-json.js';
import { encodedText } from './request.js';
import type { PlannedRequest } from './request.js';
import type { SensibleRequest } from './sensible-request.js';

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
