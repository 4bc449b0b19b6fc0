import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { TrackerError } from '../server/tracker-error.js';

/** Names that nobody can register, so that no page of the web is served under them. */
const reserved = /(^|\.)(localhost|local|internal|test|home\.arpa)$/;

/**
 * Refuses what a page of another origin has a browser on this machine send: what is marked as such, what is sent to a
 * name that somebody could have led to this machine (DNS rebinding), and what a form sends.
 *
 * @throws TrackerError 403, 415
 */
export function refuseOtherPages({ headers, method }: IncomingMessage): void {
  const { host, origin } = headers;
  if (host !== undefined && !isOwnName(hostnameOf(host))) {
    throw new TrackerError(403, `The control API is not served at ${host}: call it by an address or by localhost.`);
  }
  if (origin !== undefined && origin !== `http://${host ?? ''}`) {
    throw new TrackerError(403, `The control API can't be called by pages of ${origin}.`);
  }
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') {
    throw new TrackerError(403, "The control API can't be called by pages of another origin.");
  }
  const type = headers['content-type'];
  if (method !== 'GET' && type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) {
    throw new TrackerError(415, `The control API takes the content type application/json; ${type} was sent.`);
  }
}

/** Whether a name is an address, one without a dot such as a container's, or one that nobody can register. */
function isOwnName(name: string): boolean {
  return isIP(name) !== 0 || !name.includes('.') || reserved.test(name);
}

function hostnameOf(host: string): string {
  return host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
}
