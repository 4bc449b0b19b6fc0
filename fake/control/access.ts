import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { TrackerError } from '../server/errors.js';

/** The base path of the control API, outside the paths of every tracker. */
export const CONTROL_PATH = '/control';

export interface ControlAccess {
  readonly token: string | undefined;
  /**
   * Whether only programs on this machine can reach the fake. If not, every IP address is accepted as its host name.
   */
  readonly isLocal: boolean;
  /** The host names that are accepted, in addition to those that always mean the caller's own machine. */
  readonly names: readonly string[];
}

export const localAccess: ControlAccess = { token: undefined, isLocal: true, names: [] };

/**
 * Refuses requests that a browser on this machine may send for a page of another origin: requests with headers of
 * another origin, requests to a host name that may have been rebound to this machine (DNS rebinding), and forms.
 *
 * @throws TrackerError 403, 415
 */
export function refuseOtherPages({ headers, method }: IncomingMessage, access: ControlAccess): void {
  const { host, origin } = headers;
  if (host !== undefined && !isOwnName(hostnameOf(host), access)) {
    throw new TrackerError(
      403,
      `The control API is not served at ${host}: call it by localhost, or start the fake with --allow-host ` +
        `${hostnameOf(host) || 'and a name'} (in a program: allowedHosts).`,
    );
  }
  if (origin !== undefined && !['http', 'https'].some((scheme) => origin === `${scheme}://${host ?? ''}`)) {
    throw new TrackerError(403, `The control API can't be called by pages of ${origin}.`);
  }
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw new TrackerError(403, "The control API can't be called by pages of another origin.");
  }
  const type = headers['content-type'];
  if (method !== 'GET' && type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) {
    throw new TrackerError(415, `The control API takes the content type application/json; ${type} was sent.`);
  }
}

/** IP addresses can't be rebound, and browsers resolve `localhost` and its subdomains to their own machine. */
function isOwnName(name: string, { isLocal, names }: ControlAccess): boolean {
  if (isLoopback(name) || name.endsWith('.localhost')) return true;
  if (isIP(name) !== 0 && !isLocal) return true;
  return names.some((allowed) => hostnameOf(allowed) === name);
}

function hostnameOf(host: string): string {
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(host) ?? [];
  if (bracketed !== undefined) return bracketed;
  return (isIP(host) === 0 ? host.replace(/:\d+$/, '') : host).replace(/\.$/, '').toLowerCase();
}

/** Characters that fit into a header, and enough of them that they can't be guessed. */
const USABLE = /^[!-~]{8,200}$/;

/** A token of the control API that can't be used, or that is missing although it is needed. */
export class ControlTokenError extends Error {
  override readonly name = 'ControlTokenError';
}

/** @throws ControlTokenError for one that does not fit into a header or is too short, and for a missing one that is needed */
export function checkControlToken(token: string | undefined, host: string, isLocal: boolean): void {
  if (token === undefined && !isLocal) {
    throw new ControlTokenError(
      `On ${host} other machines may reach the fake, so its control API needs a token: name one with --control-token or ` +
        'TRACKER_CONTROL_TOKEN (in a program: controlToken), or listen on 127.0.0.1.',
    );
  }
  if (token !== undefined && !USABLE.test(token)) {
    throw new ControlTokenError(
      "The token of the control API can't be used: it is 8 to 200 letters, digits and signs, without blanks.",
    );
  }
}

/** Refuses a request to the control API that lacks the token, if there is one. @throws TrackerError 401 */
export function requireControlToken({ headers }: IncomingMessage, token: string | undefined): void {
  if (token === undefined) return;
  const [, sent] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (sent !== undefined && isSame(sent, token)) return;
  const message =
    sent === undefined
      ? 'The control API asks for its token: send the header Authorization, with Bearer and the token.'
      : 'That is not the token of the control API.';
  throw new TrackerError(401, message, {}, { 'WWW-Authenticate': 'Bearer realm="control API"' });
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether only programs on this machine can reach a server on a host: a loopback address, or `localhost`. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host.toLowerCase() === 'localhost' : loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
