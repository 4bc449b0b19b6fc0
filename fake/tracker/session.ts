import { formatTrackerTime } from '../../contracts/index.js';
import type { WorldUser } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import { requireNoCaptcha } from '../server/log-in.js';
import { SESSION_COOKIE } from '../server/sessions.js';
import { userByName } from '../state/users.js';
import type { Call, SomeHandlers } from './call.js';
import { renderUser } from './render.js';

export const sessionHandlers = {
  /** `GET /session`: who is logged in. */
  getSession(call) {
    const { caller } = call;
    if (caller === null) {
      const message = 'You are not authenticated. Authentication required to perform this operation.';
      throw new TrackerError(401, message);
    }
    return json({ self: renderUser(call, caller).self, name: caller.name, loginInfo: loginInfoOf(call, caller) });
  },
  /** `POST /session`: logs in by name and password, and answers with the cookie of the session. */
  createSession(call) {
    const { username, password } = call.body;
    const { sessions, clock } = call;
    const user = userByName(call.state, username);
    if (user !== undefined) requireNoCaptcha(call, user, call.baseUrl);
    if (user?.active !== true || user.password !== password) {
      if (user !== undefined) sessions.noteFailure(user, clock.now());
      throw new TrackerError(401, 'Login failed');
    }
    if (call.session !== undefined) sessions.end(call.session);
    const session = sessions.open(user, clock.now());
    return {
      ...json({ session: { name: SESSION_COOKIE, value: session.id }, loginInfo: loginInfoOf(call, user) }),
      cookies: sessions.cookiesOf(session),
    };
  },
  /** `DELETE /session`: logs out. */
  deleteSession({ sessions, session }) {
    if (session !== undefined) sessions.end(session);
    return noContent;
  },
} satisfies SomeHandlers;

function loginInfoOf({ sessions }: Pick<Call, 'sessions'>, user: WorldUser) {
  const { logins, failed, previous, lastFailed } = sessions.history(user);
  const told = (moment: number | undefined) => (moment === undefined ? undefined : formatTrackerTime(moment));
  return {
    ...{ failedLoginCount: failed, loginCount: logins },
    ...{ lastFailedLoginTime: told(lastFailed), previousLoginTime: told(previous) },
  };
}
