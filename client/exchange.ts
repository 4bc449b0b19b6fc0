import { randomUUID } from 'node:crypto';
import { counted } from '../contracts/counted.js';
import { curlCommand } from '../contracts/curl-command.js';
import type { RepeatedFile } from '../contracts/curl-command.js';
import { asPublic, withoutSecrets } from './secrets.js';
import { BEARER } from './credentials.js';

/** A request and its answer as they were sent, without credentials: bodies that hold some are left out. */
export interface Exchange {
  /**
   * The title of the endpoint, for example `GET /template/{templateId}`: as in the endpoint table, even if it is served
   * elsewhere.
   */
  readonly endpoint: string;
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  /** Who called, by name. */
  readonly caller: string;
  readonly requestBody: string | undefined;
  /** The headers of the request. Of `Authorization` it is only the scheme; cookies of a session are left out. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The files of a multipart request, without their bytes; `requestBody` has a line for each. */
  readonly files?: readonly RepeatedFile[] | undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly responseBody: string;
  /** Milliseconds from sending the request to having read the answer. */
  readonly duration: number;
  /** How often a set-up call was tried, and why; undefined if there was no reason to try it again. */
  readonly tried?: string | undefined;
  /** A hint about the answer that its status does not give. */
  readonly hint?: string | undefined;
  /** Whether the tracker is gone when the run is over: the call can't be repeated then. */
  readonly endsWithRun?: boolean | undefined;
}

/** The start of a body, for messages; of a web page its title. */
export function excerpt(body: string): string {
  if (body === '') return '(empty)';
  const page = describeWebPage(body);
  if (page !== undefined) return `${page} (${counted(body.length, 'character')})`;
  if (body.length <= 2_000) return body;
  // Of a secret at the cut a part would stay.
  return `${withoutSecrets(body).slice(0, 2_000)}… (${counted(body.length, 'character')})`;
}

export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** The headers with which servers name a request, as their logs do. */
const REQUEST_IDS = ['X-AREQUESTID', 'X-Request-Id'];

/** Lines that tell how to repeat the call and how to find it in the server's log; none if the tracker is gone by then. */
export function repeatLines(exchange: Exchange): string[] {
  return exchange.endsWithRun === true ? [] : [`Repeat it: ${curl(exchange)}`, ...logNames(exchange)];
}

export function logNames({ requestHeaders, headers }: Exchange): string[] {
  const trace = traceIdOf(requestHeaders);
  const ids = REQUEST_IDS.map((name) => [name, headers[name.toLowerCase()]] as const);
  const names = [['trace', trace] as const, ...ids].flatMap(([name, id]) =>
    id === undefined ? [] : [`${name} ${id}`],
  );
  return names.length === 0 ? [] : [`In the server's log: ${names.join(', ')}`];
}

/** A command that repeats a call. Credentials are left out: `$TRACKER_USERNAME:$TRACKER_PASSWORD` stands for them. */
export function curl({ method, url, requestBody, files, requestHeaders, caller }: Exchange): string {
  const body = files === undefined ? requestBody : { files };
  const [contentType, headers] = [requestHeaders['Content-Type'], furtherHeaders(requestHeaders)];
  return curlCommand({ method, url, login: loginOf(caller), contentType, headers, body });
}

/** The headers that only this call has, or that the calls of a test have in common. Secrets are masked already. */
function furtherHeaders(headers: Exchange['requestHeaders']): Exchange['requestHeaders'] {
  const usual = /^(?:authorization|content-type|traceparent|x-atlassian-token)$/i;
  const isUsual = ([name, value]: [string, string]) =>
    usual.test(name) || (name === 'Accept' && value === 'application/json');
  return Object.fromEntries(Object.entries(headers).filter((header) => !isUsual(header)));
}

function loginOf(caller: string) {
  if (caller === BEARER) return 'bearer';
  return caller === 'anonymous' ? undefined : 'basic';
}

export function describeWebPage(body: string): string | undefined {
  if (!/^\s*<(?:!doctype html|html|head|body)\b/i.test(body)) return undefined;
  const title = pageTitle(body);
  return title === undefined ? 'a web page' : `the web page “${title}”`;
}

export function pageTitle(body: string): string | undefined {
  const [, title = ''] = /<title[^>]*>([^<]*)<\/title>/i.exec(body) ?? [];
  const line = title.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return undefined;
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

/** The words for what the last parameter of a path names. */
const things: Readonly<Record<string, string>> = {
  testPlanKey: 'test plan',
  issueIdOrKey: 'issue',
  projectIdOrKey: 'project',
  templateId: 'template',
  idOrName: 'connection',
  userKeyOrName: 'user',
};

/** `there is no project QA that admin can see: ` for a call that was answered with 404; empty for any other. */
export function missingThing({ status, endpoint, url, caller }: Exchange): string {
  const [, parameter = '', rest = ''] = /\{(\w+)\}([^{]*)$/.exec(endpoint) ?? [];
  const thing = things[parameter];
  if (status !== 404 || thing === undefined) return '';
  const path = new URL(url).pathname.split('/');
  const name = path.at(-1 - (rest.match(/\//g)?.length ?? 0)) ?? '';
  return `there is no ${thing} ${decodeURIComponent(name)} that ${asPublic(caller)} can see: `;
}

/** The trace of the test that runs now: a worker runs one test at a time, so all calls of its process belong to it. */
let current: string | undefined;

/** Begins the trace of a test: its calls and those of its set-up carry the same trace id until the next test. */
export function beginTrace(): void {
  current = randomHex();
}

export function endTrace(): void {
  current = undefined;
}

/** By the W3C's recommendation "Trace Context", with a parent id of its own; none if TRACKER_TRACEPARENT is off. */
export function traceHeaders(): { readonly traceparent?: string } {
  return current === undefined ? {} : { traceparent: `00-${current}-${randomHex().slice(16)}-01` };
}

/** 32 digits. Node keeps random numbers for UUIDs in stock, so they take a tenth of the time of other random bytes. */
function randomHex(): string {
  return randomUUID().replaceAll('-', '');
}

function traceIdOf({ traceparent }: Readonly<Record<string, string | undefined>>): string | undefined {
  return traceparent?.split('-')[1];
}
