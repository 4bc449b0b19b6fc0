import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { TrackerError } from '../server/errors.js';

/** Who may call the control API over HTTP. */
export interface ControlAccess extends ControlHosts {
  /** What callers have to know; anybody may call if it is undefined. */
  readonly token: string | undefined;
}

/** For a fake that only this machine reaches. */
export const localAccess: ControlAccess = { token: undefined, isLocal: true, names: [] };

/** The names by which the control API may be called, beside those that always lead to the caller's own machine. */
export interface ControlHosts {
  /** Whether only programs of this machine reach the fake; otherwise any address that leads to it is one of its names. */
  readonly isLocal: boolean;
  /** Further names, as whoever started the fake gave them. */
  readonly names: readonly string[];
}

/**
 * Refuses what a page of another origin has a browser on this machine send: what is marked as such, what is sent to a
 * name that somebody could have led to this machine (DNS rebinding), and what a form sends.
 *
 * @throws TrackerError 403, 415
 */
export function refuseOtherPages({ headers, method }: IncomingMessage, hosts: ControlHosts): void {
  const { host, origin } = headers;
  if (host !== undefined && !isOwnName(hostnameOf(host), hosts)) {
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

/** Nobody can lead an address elsewhere, and browsers take `localhost` and all below it for their own machine. */
function isOwnName(name: string, { isLocal, names }: ControlHosts): boolean {
  if (isLoopback(name) || name.endsWith('.localhost')) return true;
  if (isIP(name) !== 0 && !isLocal) return true;
  return names.some((allowed) => hostnameOf(allowed) === name);
}

function hostnameOf(host: string): string {
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(host) ?? [];
  if (bracketed !== undefined) return bracketed;
  return (isIP(host) === 0 ? host.replace(/:\d+$/, '') : host).replace(/\.$/, '').toLowerCase();
}

/** What can stand in a header and is not guessed by chance. */
const USABLE = /^[!-~]{8,200}$/;

/** A token of the control API that can't be used, or that is missing if it is needed. */
export class ControlTokenError extends Error {
  override readonly name = 'ControlTokenError';
}

/** @throws ControlTokenError for a token that can't be sent in a header or is short, and for none if one is needed */
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

/** Refuses a request to the control API that does not know its token, if it has one. @throws TrackerError 401 */
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

/** Whether two texts are the same, in a time that does not tell how much of them is. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether only programs of this machine reach what listens on a host: an address of its own loopback, or `localhost`. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host.toLowerCase() === 'localhost' : loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
