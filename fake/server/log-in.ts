import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { WorldUser } from '../../contracts/index.js';
import type { State } from '../state/state.js';
import { OpenRefusal, TrackerError } from './errors.js';
import { SESSION_COOKIE } from './sessions.js';
import type { Session, Sessions } from './sessions.js';

/** The tracker that somebody logs in to. */
export interface LoginTarget {
  readonly state: State;
  readonly sessions: Sessions;
  readonly clock: { now(): number };
}

/** Who calls, and the login session the call has. */
export interface Login {
  readonly caller: WorldUser | null;
  readonly session: Session | undefined;
  /** Whether this call has opened the session, and its client does not know of it yet. */
  readonly isNew: boolean;
}

/**
 * Finds out who calls: by the credentials, and without any by the cookie of a login session. It opens none.
 *
 * @throws TrackerError 401 for credentials that are of no use, whatever the cookie
 */
export function whoCalls(target: LoginTarget, { authorization, cookie }: IncomingHttpHeaders): Login {
  const user = authenticate(target.state, authorization);
  const id = cookie === undefined ? undefined : sessionIdIn(cookie);
  const session = id === undefined ? undefined : target.sessions.use(id, target.state, target.clock.now());
  return { caller: user ?? session?.user ?? null, session, isNew: false };
}

/**
 * Logs the caller in. A login by name and password opens a session unless the call has one of the same user; one of
 * another user ends. A token opens none: a tracker ends the session of such a call with the call.
 *
 * @throws TrackerError 401 for credentials that are of no use
 */
export function logIn(target: LoginTarget, headers: IncomingHttpHeaders): Login {
  const login = unlessFailed(target, headers);
  const { caller, session } = login;
  if (caller === null || headers.authorization === undefined || isBearer(headers.authorization)) return login;
  if (session?.user.key === caller.key) return login;
  if (session !== undefined) target.sessions.end(session);
  return { caller, session: target.sessions.open(caller, target.clock.now()), isNew: true };
}

/** Who calls; a failed login is counted. */
function unlessFailed(target: LoginTarget, headers: IncomingHttpHeaders): Login {
  try {
    return whoCalls(target, headers);
  } catch (error) {
    const { authorization } = headers;
    if (error instanceof TrackerError && authorization !== undefined) {
      const user = target.state.tables.users.first('name', nameIn(authorization));
      if (user !== undefined) target.sessions.noteFailure(user, target.clock.now());
    }
    throw error;
  }
}

function isBearer(authorization: string): boolean {
  return /^bearer\s/i.test(authorization);
}

const sessionCookie = new RegExp(`(?:^|;)\\s*${SESSION_COOKIE}=([^;\\s]*)`);

function sessionIdIn(cookie: string): string | undefined {
  return sessionCookie.exec(cookie)?.[1];
}

/**
 * Finds out who calls, from HTTP Basic credentials or a bearer token.
 *
 * @returns the user, or null if there are no credentials
 * @throws TrackerError 401 for credentials that are of no use
 */
function authenticate(state: State, authorization: string | undefined): WorldUser | null {
  if (authorization === undefined) return null;
  const { content } = state.tables.users;
  const callers = callersOf.get(content) ?? new Map<string, WorldUser>();
  const known = callers.get(authorization);
  if (known !== undefined) return known;
  const user = userOf(state, authorization);
  if (callers.size >= CALLERS) callers.clear();
  callersOf.set(content, callers.set(authorization, user));
  return user;
}

/** How many ways to log in are remembered as long as the users are the same. */
const CALLERS = 1_000;

/** Who logged in, by header, among the users of a table. */
const callersOf = new WeakMap<object, Map<string, WorldUser>>();

function userOf(state: State, authorization: string): WorldUser {
  const [, scheme = '', credentials = ''] = /^(\S+)\s+(\S+)\s*$/.exec(authorization) ?? [];
  const user = scheme.toLowerCase() === 'bearer' ? byToken(state, credentials) : byPassword(state, scheme, credentials);
  if (user?.active !== true) throw loginRefused();
  return user;
}

function byToken(state: State, token: string): WorldUser | undefined {
  return state.tables.users.first('token', token);
}

function byPassword(state: State, scheme: string, credentials: string): WorldUser | undefined {
  if (scheme.toLowerCase() !== 'basic') throw loginRefused();
  const { name, password } = decode(credentials);
  const user = state.tables.users.first('name', name);
  return user !== undefined && isPasswordOf(user, password) ? user : undefined;
}

/** The name in Basic credentials, in lower case; empty if there is none. */
function nameIn(authorization: string): string {
  return decode(/^basic\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? '').name;
}

function decode(credentials: string): { readonly name: string; readonly password: string } {
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return { name: decoded.slice(0, Math.max(colon, 0)).toLowerCase(), password: decoded.slice(colon + 1) };
}

/** Whether this is the password of a user. */
export function isPasswordOf(user: WorldUser, password: string): boolean {
  const [a, b] = [Buffer.from(user.password), Buffer.from(password)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function loginRefused(): OpenRefusal {
  return new OpenRefusal('wrongLogin', 401, 'The user name, password or token is not valid.', {}, challenge);
}

/** What a 401 carries, so that a client knows how to log in. */
export const challenge = { 'WWW-Authenticate': 'Basic realm="Tracker"' } as const;
