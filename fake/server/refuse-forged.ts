import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { TrackerError } from './errors.js';

const readOnly: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The beginning of the User-Agent header of browsers. */
const BROWSER = /^(?:mozilla|opera)\b/i;

/** Refuses a change that a browser may send for a page of another origin. @throws TrackerError 403 */
export function refuseForged({ method, headers }: IncomingMessage, baseUrl: string): void {
  if (readOnly.has(method) || !BROWSER.test(headers['user-agent'] ?? '')) return;
  const page = headers.origin ?? headers.referer;
  if (page === undefined || originOf(page) === originOf(baseUrl)) return;
  throw new TrackerError(
    403,
    `XSRF check failed: a page of ${originOf(page) ?? page} may not have a browser change anything here.`,
  );
}

/**
 * Refuses an upload that could come from a form. @throws TrackerError 403 without the header that only API clients send
 */
export function requireXsrfHeader(headers: IncomingHttpHeaders): void {
  const token = String(headers['x-atlassian-token'] ?? '').toLowerCase();
  if (token === 'no-check' || token === 'nocheck') return;
  throw new TrackerError(403, 'XSRF check failed: an upload needs the header X-Atlassian-Token: no-check.');
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
