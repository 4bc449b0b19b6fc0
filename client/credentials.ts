import type { Assumptions } from '../contracts/index.js';
import { sandboxUsers } from './settings/sandbox.js';
import type { SandboxUser } from './settings/sandbox.js';
import type { ExternalTracker, Login } from './settings/settings.js';

/** The caller of a request: a user with credentials, or an anonymous one. */
export interface Credentials {
  /** For reports and messages; never a secret. */
  readonly name: string;
  /** The value of the Authorization header; undefined to send none. */
  readonly authorization: string | undefined;
  /** The same header with a bearer token of the same caller, if the harness knows one. */
  readonly bearer?: string | undefined;
}

/** The name for a caller who logs in with a token, because the harness does not know the token's user. */
export const BEARER = 'the bearer of a token';

/** A call without credentials. */
export const anonymous: Credentials = { name: 'anonymous', authorization: undefined };

/** @param token for an API that accepts only tokens, if the caller logs in by name and password */
export function credentialsOf(login: Login, token?: string): Credentials {
  if ('token' in login) return { name: BEARER, authorization: `Bearer ${login.token}` };
  const credentials = Buffer.from(`${login.username}:${login.password}`).toString('base64');
  return {
    name: login.username,
    authorization: `Basic ${credentials}`,
    ...(token !== undefined && { bearer: `Bearer ${token}` }),
  };
}

export type Schemes = Assumptions['AD-N01'];

/** With the token if the API accepts no password and a token is known, otherwise as the caller usually logs in. */
export function acceptedLogin(
  { authorization, bearer }: Credentials,
  schemes: Schemes = ['basic', 'bearer'],
): string | undefined {
  return !schemes.includes('basic') && bearer !== undefined ? bearer : authorization;
}

export function isAccepted(caller: Credentials, schemes: Schemes): boolean {
  const scheme = acceptedLogin(caller, schemes)?.startsWith('Bearer ') === true ? 'bearer' : 'basic';
  return schemes.includes(scheme);
}

export interface RunLogin {
  readonly id: 'administrator' | SandboxUser | `token of ${SandboxUser}`;
  readonly caller: Credentials;
  /** The settings that they come from. */
  readonly settings: string;
}

/** Every set of credentials of a run, the administrator's first. */
export function loginsOf({
  login,
  sandbox,
}: Pick<ExternalTracker, 'login' | 'sandbox'>): readonly [RunLogin, ...RunLogin[]] {
  const settings = 'token' in login ? 'TRACKER_TOKEN' : 'TRACKER_USERNAME and TRACKER_PASSWORD';
  const administrator: RunLogin = { id: 'administrator', caller: credentialsOf(login), settings };
  return [administrator, ...sandboxUsers.flatMap((user) => loginsOfUser(user, sandbox[user]))];
}

function loginsOfUser(user: SandboxUser, login: ExternalTracker['sandbox'][SandboxUser]): RunLogin[] {
  if (login === undefined) return [];
  const { username, password, token } = login;
  const caller = credentialsOf({ username, password });
  const byPassword = { id: user, caller, settings: `username and password of ${user} in TRACKER_SANDBOX` };
  if (token === undefined) return [byPassword];
  const byToken = { ...credentialsOf({ token }), name: `${username} by token` };
  return [byPassword, { id: `token of ${user}`, caller: byToken, settings: `the token of ${user} in TRACKER_SANDBOX` }];
}
