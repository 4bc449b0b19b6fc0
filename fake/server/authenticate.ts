import { timingSafeEqual } from 'node:crypto';
import type { WorldUser } from '../../contracts/index.js';
import type { State } from '../state/state.js';
import { TrackerError } from './tracker-error.js';

/**
 * Finds out who calls, from HTTP Basic credentials or a bearer token.
 *
 * @returns the user, or null where there are no credentials
 * @throws TrackerError 401 for credentials that are of no use
 */
export function authenticate(state: State, authorization: string | undefined): WorldUser | null {
  if (authorization === undefined) return null;
  const { content } = state.tables.users;
  const callers = callersOf.get(content) ?? new Map<string, WorldUser>();
  const known = callers.get(authorization);
  if (known !== undefined) return known;
  const user = logIn(state, authorization);
  if (callers.size >= CALLERS) callers.clear();
  callersOf.set(content, callers.set(authorization, user));
  return user;
}

/** How many ways to log in are remembered as long as the users are the same. */
const CALLERS = 1_000;

/** Who logged in, by header, among the users of a table. */
const callersOf = new WeakMap<object, Map<string, WorldUser>>();

function logIn(state: State, authorization: string): WorldUser {
  const [, scheme = '', credentials = ''] = /^(\S+)\s+(\S+)\s*$/.exec(authorization) ?? [];
  const user = scheme.toLowerCase() === 'bearer' ? byToken(state, credentials) : byPassword(state, scheme, credentials);
  if (user?.active !== true) throw refused();
  return user;
}

function byToken(state: State, token: string): WorldUser | undefined {
  return state.tables.users.first('token', token);
}

function byPassword(state: State, scheme: string, credentials: string): WorldUser | undefined {
  if (scheme.toLowerCase() !== 'basic') throw refused();
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  const user = state.tables.users.first('name', decoded.slice(0, colon).toLowerCase());
  return colon > 0 && user !== undefined && same(user.password, decoded.slice(colon + 1)) ? user : undefined;
}

function same(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function refused(): TrackerError {
  return new TrackerError(401, 'The user name, password or token is not valid.', {}, challenge);
}

/** What a 401 carries, so that a client knows how to log in. */
export const challenge = { 'WWW-Authenticate': 'Basic realm="Tracker"' } as const;
