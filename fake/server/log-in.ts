import type { IncomingHttpHeaders } from 'node:http';
import type { WorldUser } from '../../contracts/index.js';
import type { State } from '../state/state.js';
import { LoginFailed } from './errors.js';
import { SESSION_COOKIE } from './sessions.js';
import type { Session, Sessions } from './sessions.js';

export interface LoginTarget {
  readonly state: State;
  readonly sessions: Sessions;
  readonly clock: { now(): number };
  readonly properties: Readonly<Record<string, string>>;
}

export interface LoggedIn {
  readonly caller: WorldUser | null;
  readonly session: Session | undefined;
  /** Whether this call has opened the session, so that its client still has to be told. */
  readonly isNew: boolean;
  /** Whether the call has a name and a password, and they are right. */
  readonly byPassword: boolean;
}

/**
 * Identifies the caller: by the credentials, or without any by the cookie of a login session. It opens no session. A
 * caller with an unknown token counts as not logged in.
 *
 * @throws LoginFailed for a wrong name or password, even if the cookie is valid
 */
export function whoCalls(target: LoginTarget, headers: IncomingHttpHeaders): LoggedIn {
  return identify(target, readCredentials(target.state, headers.authorization), headers.cookie);
}

function identify(target: LoginTarget, sent: Credentials | undefined, cookie: string | undefined): LoggedIn {
  if (sent?.areWrong === true) throw new LoginFailed('AUTHENTICATED_FAILED', '');
  if (sent?.isToken === true) return { caller: sent.user ?? null, session: undefined, isNew: false, byPassword: false };
  const id = cookie === undefined ? undefined : sessionIdIn(cookie);
  const session = id === undefined ? undefined : target.sessions.use(id, target.clock.now());
  const caller = sent?.user ?? session?.user ?? null;
  return { caller, session, isNew: false, byPassword: sent !== undefined };
}

/**
 * Logs the caller in. A login by name and password opens a session, unless the call has one of the same user; a session
 * of another user ends. A token opens none: a tracker ends the session of such a call with the call.
 *
 * @throws LoginFailed; a failed login is counted
 */
export function logIn(target: LoginTarget, headers: IncomingHttpHeaders, baseUrl: string): LoggedIn {
  const { state, sessions, clock } = target;
  const sent = readCredentials(state, headers.authorization);
  if (sent?.user !== undefined && !sent.isToken) {
    requireNoCaptcha(target, sent.user, baseUrl);
    if (sent.areWrong) sessions.noteFailure(sent.user);
  }
  const login = identify(target, sent, headers.cookie);
  const { caller, session } = login;
  if (caller === null || !login.byPassword || session?.user.key === caller.key) return login;
  if (session !== undefined) sessions.end(session);
  return { caller, session: sessions.open(caller, clock.now()), isNew: true, byPassword: true };
}

/** The number of failed logins in a row after which the tracker asks for a CAPTCHA; never if it is no number. */
const ATTEMPTS = 'jira.maximum.authentication.attempts.allowed';

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

const sessionCookie = new RegExp(`(?:^|;)\\s*${SESSION_COOKIE}=([^;\\s]*)`);

function sessionIdIn(cookie: string): string | undefined {
  return sessionCookie.exec(cookie)?.[1];
}

interface Credentials {
  /** Whether it has a token, which is of an active user or of nobody. */
  readonly isToken: boolean;
  /** Whether it has a name or password that is wrong. */
  readonly areWrong: boolean;
  readonly user: WorldUser | undefined;
}

function readCredentials({ tables }: State, authorization: string | undefined): Credentials | undefined {
  const { users } = tables;
  // An empty header is taken for no login.
  if (authorization === undefined || authorization === '') return undefined;
  if (/^bearer\s/i.test(authorization)) {
    const user = users.first('token', authorization.replace(/^bearer\s+/i, '').trim());
    return { isToken: true, areWrong: false, user: user?.active === true ? user : undefined };
  }
  const { name, password } = decode(/^basic\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? '');
  const user = users.first('name', name);
  return { isToken: false, areWrong: user?.active !== true || user.password !== password, user };
}

function decode(credentials: string): { readonly name: string; readonly password: string } {
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return { name: decoded.slice(0, Math.max(colon, 0)).toLowerCase(), password: decoded.slice(colon + 1) };
}
