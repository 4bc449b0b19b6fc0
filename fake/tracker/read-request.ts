import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { ForgedRequest } from '../server/errors.js';
import { readNumbers } from '../server/read-json.js';
import type { Match } from '../server/router.js';
import { readObject } from './read-values.js';

const readOnly: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The beginning of the User-Agent header of browsers. */
const BROWSER = /^(?:mozilla|opera)\b/i;

/** Refuses a change by a browser, unless it says that a page of the tracker sends it. @throws ForgedRequest */
export function refuseForged({ method, headers }: IncomingMessage, baseUrl: string): void {
  if (readOnly.has(method) || !BROWSER.test(headers['user-agent'] ?? '')) return;
  const page = originOf(headers.origin ?? headers.referer ?? '');
  if (page === undefined || page !== originOf(baseUrl)) throw new ForgedRequest();
}

/**
 * Refuses an upload that could come from a form. @throws ForgedRequest without the header that only API clients send
 */
export function requireXsrfHeader(headers: IncomingHttpHeaders): void {
  const token = String(headers['x-atlassian-token'] ?? '').toLowerCase();
  if (token === 'no-check' || token === 'nocheck') return;
  throw new ForgedRequest();
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/** The parameters that are lists; clients can send a list `a,b` as two values. */
const LISTS = new Set(['fields', 'expand', 'projectKeys', 'issuetypeNames']);

/** Of a parameter that is sent more than once, the first value counts. */
export function readParameters(query: Match['query']): Readonly<Record<string, string | undefined>> {
  const values = Object.entries(query).map(([name, value]) => {
    if (typeof value === 'string') return [name, value];
    return [name, LISTS.has(name) ? value.join(',') : value[0]];
  });
  return Object.fromEntries(values) as Record<string, string | undefined>;
}

/** A body as the tracker's own API reads it: texts for numbers, and null as absent if a property may not be null. */
export function readOwnBody(schema: z.ZodType, body: unknown): unknown {
  const { error } = schema.safeParse(body);
  return error === undefined ? body : readNumbers(schema, withoutNulls(body, error));
}

function withoutNulls(body: unknown, { issues }: z.ZodError): unknown {
  const properties = readObject(body);
  if (properties === undefined) return body;
  const refused = new Set(issues.map(({ path }) => path[0]));
  return Object.fromEntries(Object.entries(properties).filter(([name, value]) => value !== null || !refused.has(name)));
}
