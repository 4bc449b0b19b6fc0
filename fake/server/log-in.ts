import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { WorldUser } from '../../contracts/index.js';
import type { State } from '../state/state.js';
import { LoginFailed } from './errors.js';
import { SESSION_COOKIE } from './sessions.js';
import type { Session, Sessions } from './sessions.js';

/** The parts of the tracker that a login needs. */
export interface LoginTarget {
  readonly state: State;
  readonly sessions: Sessions;
  readonly clock: { now(): number };
  readonly properties: Readonly<Record<string, string>>;
}

/** The caller, and the login session of the call. */
export interface Login {
  readonly caller: WorldUser | null;
  readonly session: Session | undefined;
  /** Whether this call has opened the session, so that its client still has to be told. */
  readonly isNew: boolean;
}

/**
 * Identifies the caller: by the credentials, or without any by the cookie of a login session. It opens no session. A
 * caller with an unknown token counts as not logged in.
 *
 * @throws LoginFailed for a wrong name or password, even if the cookie is valid
 */
export function whoCalls(target: LoginTarget, { authorization, cookie }: IncomingHttpHeaders): Login {
  if (authorization !== undefined && isBearer(authorization)) return bearerOf(target.state, authorization);
  const user = authenticate(target.state, authorization);
  const id = cookie === undefined ? undefined : sessionIdIn(cookie);
  const session = id === undefined ? undefined : target.sessions.use(id, target.state, target.clock.now());
  return { caller: user ?? session?.user ?? null, session, isNew: false };
}

/**
 * Logs the caller in. A login by name and password opens a session, unless the call has one of the same user; a session
 * of another user ends. A token opens none: a tracker ends the session of such a call with the call.
 *
 * @throws LoginFailed
 */
export function logIn(target: LoginTarget, headers: IncomingHttpHeaders, baseUrl: string): Login {
  const login = unlessFailed(target, headers, baseUrl);
  const { caller, session } = login;
  if (caller === null || headers.authorization === undefined || isBearer(headers.authorization)) return login;
  if (session?.user.key === caller.key) return login;
  if (session !== undefined) target.sessions.end(session);
  return { caller, session: target.sessions.open(caller, target.clock.now()), isNew: true };
}

/**
 * The property with the number of failed logins in a row after which the tracker asks for a CAPTCHA; never if it is no
 * number.
 */
const ATTEMPTS = 'jira.maximum.authentication.attempts.allowed';

/** The default of that property. */
const DEFAULT_ATTEMPTS = 5;

/** Refuses a login if the user has to solve a CAPTCHA first, even with the right password. @throws LoginFailed */
export function requireNoCaptcha(
  { sessions, properties }: Pick<LoginTarget, 'sessions' | 'properties'>,
  user: WorldUser,
  baseUrl: string,
): void {
  if (sessions.history(user).failedInARow >= Number(properties[ATTEMPTS] ?? DEFAULT_ATTEMPTS)) {
    throw new LoginFailed('AUTHENTICATION_DENIED', `${baseUrl}/login.jsp`);
  }
}

/** Identifies the caller; a failed login is counted. */
function unlessFailed(target: LoginTarget, headers: IncomingHttpHeaders, baseUrl: string): Login {
  const { state, sessions, clock } = target;
  const named = nameIn(headers.authorization ?? '');
  const user = named === '' ? undefined : state.tables.users.first('name', named);
  if (user !== undefined) requireNoCaptcha(target, user, baseUrl);
  try {
    return whoCalls(target, headers);
  } catch (error) {
    if (user !== undefined && error instanceof LoginFailed) sessions.noteFailure(user, clock.now());
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
 * Identifies the caller by HTTP Basic credentials.
 *
 * @returns the user, or null if there are no credentials
 * @throws LoginFailed
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

/** How many logins are cached while the users stay the same. */
const CALLERS = 1_000;

/** The cached logins, by header, for one table of users. */
const callersOf = new WeakMap<object, Map<string, WorldUser>>();

function userOf(state: State, authorization: string): WorldUser {
  const { name, password } = decode(/^basic\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? '');
  const user = state.tables.users.first('name', name);
  if (user?.active !== true || !isPasswordOf(user, password)) throw new LoginFailed('AUTHENTICATED_FAILED', '');
  return user;
}

function bearerOf(state: State, authorization: string): Login {
  const user = state.tables.users.first('token', authorization.replace(/^bearer\s+/i, '').trim());
  return { caller: user?.active === true ? user : null, session: undefined, isNew: false };
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

/** Whether a user has this password. */
export function isPasswordOf(user: WorldUser, password: string): boolean {
  const [a, b] = [Buffer.from(user.password), Buffer.from(password)];
  return a.length === b.length && timingSafeEqual(a, b);
}
