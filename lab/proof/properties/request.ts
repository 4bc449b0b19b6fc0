import { FormData, request as send } from 'undici';
import type { Dispatcher } from 'undici';

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

/** A request as it is about to be sent. */
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
export function encodedText(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** How long a request may stay without an answer, in milliseconds: so long that only one that hangs does. */
const PATIENCE = 30_000;

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
    headersTimeout: PATIENCE,
    bodyTimeout: PATIENCE,
  });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

const LONGEST = 300;

/** A request that was sent, and what came back, for a person. */
export function describeRequest(request: PlannedRequest, caller: CallerName, answer: string): string {
  const { authorization: _, ...headers } = request.headers;
  const sent = request.files === undefined ? request.body : JSON.stringify(request.files);
  const text = `${request.method} ${urlOf(request)} as ${caller} ${JSON.stringify(headers)} ${sent ?? ''}`;
  return `${text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text} → ${answer}`;
}
