import { FormData, request as send } from 'undici';
import type { Dispatcher } from 'undici';

/** Who a request is from, and the header that says so. */
export const callers = {
  admin: basic('admin', 'admin'),
  tess: basic('tess', 'tess'),
  guest: basic('guest', 'guest'),
  'admin by token': 'Bearer admin-token',
  nobody: undefined,
  'a wrong password': basic('admin', 'wrong'),
  'a wrong token': 'Bearer nothing',
  'who may not log in': basic('deleted', 'deleted'),
  'half a login': 'Basic',
  'no user': basic('__proto__', 'constructor'),
} as const;

/** The name of a caller. */
export type CallerName = keyof typeof callers;

function basic(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}

/** A part of a multipart body. */
export interface FilePart {
  readonly part: string;
  readonly filename: string;
  readonly text: string;
}

/** A request that makes sense, its body still a value. */
export interface SensibleRequest {
  readonly method: string;
  readonly segments: readonly string[];
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
  readonly files: readonly FilePart[] | undefined;
}

/** A request as it is about to be sent. */
export interface PlannedRequest {
  readonly method: string;
  /** The path after the tenant's context path, encoded, without its query. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  /** The body; undefined for none. */
  readonly body?: string | undefined;
  /** Sent as multipart/form-data in place of a body. */
  readonly files?: readonly FilePart[] | undefined;
}

/** A request with the login of a caller, unless it says another one itself. */
export function withLogin(caller: CallerName, request: PlannedRequest): PlannedRequest {
  const login = callers[caller];
  return { ...request, headers: { ...(login !== undefined && { authorization: login }), ...request.headers } };
}

/** The path and the query of a request, as they are sent. */
function urlOf({ path, query }: PlannedRequest): string {
  if (query.length === 0) return path;
  return `${path}?${query.map((pair) => pair.map(encodedText).join('=')).join('&')}`;
}

/** A text as it stands in a URL. Half a pair of surrogates can stand in a text, but in no URL. */
export function encodedText(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** The answer to a request. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** How long a request may stay without an answer, in milliseconds: so long that only one that hangs does. */
const PATIENCE = 30_000;

/** Sends a request. @throws the client's own error if no answer comes */
export async function sendRequest(dispatcher: Dispatcher, base: string, request: PlannedRequest): Promise<Received> {
  const { method, files, body = null } = request;
  // A form says its boundary itself.
  const { 'content-type': type, ...others } = request.headers;
  const response = await send(`${base}${urlOf(request)}`, {
    dispatcher,
    method: method as 'GET',
    headers: type === undefined || files !== undefined ? others : { ...others, 'content-type': type },
    body: files === undefined ? body : formOf(files),
    headersTimeout: PATIENCE,
    bodyTimeout: PATIENCE,
  });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

function formOf(files: readonly FilePart[]): FormData {
  const form = new FormData();
  for (const { part, filename, text } of files) form.append(part, new Blob([text]), filename);
  return form;
}

/** A request that was sent, who sent it, and the status of the answer, or what came in its place. */
export interface SentRequest {
  readonly request: PlannedRequest;
  readonly caller: CallerName;
  readonly answer: string;
}

const LONGEST = 300;

/** Lists the requests of a scenario with their answers. */
export function describeScenario(scenario: readonly SentRequest[]): string {
  return scenario.map(describeRequest).join('\n');
}

function describeRequest({ request, caller, answer }: SentRequest, index: number): string {
  const { body, files, headers, method } = request;
  const sent = files === undefined ? body : files.map(({ part, filename }) => `${part}: ${filename}`).join(', ');
  const lines = [
    `${index + 1}. ${method} ${printable(urlOf(request))} as ${caller} → ${answer}`,
    ...Object.entries(headers).map(([name, value]) => `     ${name}: ${value}`),
    ...(sent === undefined ? [] : [`     ${printable(sent)}`]),
  ];
  return lines.join('\n');
}

function printable(text: string): string {
  const plain = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}… (${text.length} characters)` : plain;
}
