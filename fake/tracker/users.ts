import type { Endpoints, WorldUser } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import { required, TrackerError } from '../server/errors.js';
import { requireNoCaptcha } from '../server/log-in.js';
import { SESSION_COOKIE } from '../server/sessions.js';
import type { State } from '../state/state.js';
import type { Call, CallOf, Reader, SomeHandlers } from './call.js';
import { callerOf, holdsInProject, requireAdministrator } from './permissions.js';
import { isTrue, PAGE_LIMIT, answerPage, sizeOfPage } from './read-values.js';
import { renderUser, selfUrl } from './render.js';
import { browsableProject, userByName } from './rows.js';

export const userHandlers = {
  getMyself: (call) => json(renderUser(call, callerOf(call))),
  /** `GET /user/search`: the users whose name, display name or address begins with a text, or holds a word that does. */
  findUsers(call) {
    const { username } = call.query;
    if (username === undefined) throw new TrackerError(400, 'The username query parameter was not provided');
    if (username === '') return json([]);
    return json(usersLike(call, username, ({ active }) => active));
  },
  findAssignableUsers(call) {
    const { project, username = '' } = call.query;
    if (project === undefined) throw new TrackerError(400, 'The project query parameter is needed.');
    const place = browsableProject(call, project);
    const mayBrowse = (user: WorldUser) => holdsInProject(call.state, user, 'BROWSE_PROJECTS', place);
    return json(usersLike(call, username, (user) => user.active && mayBrowse(user)));
  },
  /** `GET /group`: a group, with its first fifty members if the caller asks for them. */
  getGroup(call) {
    const { groupname = '', expand = '' } = call.query;
    const members = membersOf(call, groupname).filter(({ active }) => active);
    const items = expand.startsWith('users') ? answerPage(members, {}, (user) => renderUser(call, user)).values : [];
    return json({
      name: groupname,
      self: `${selfUrl(call, 'group')}?groupname=${encodeURIComponent(groupname)}`,
      users: { size: members.length, items, 'max-results': 50, 'start-index': 0, 'end-index': items.length },
    });
  },
  findGroups(call) {
    const { query = '', maxResults } = call.query;
    const all = [...new Set(call.state.tables.users.all().flatMap(({ groups }) => groups))];
    const found = all.filter((name) => name.toLowerCase().includes(query.toLowerCase())).sort();
    const { values: groups, total } = answerPage(found, { maxResults }, (name) => ({ name, html: name, labels: [] }));
    return json({ header: `Showing ${groups.length} of ${total} matching groups`, total, groups });
  },
  getUser(call) {
    const { username, key } = call.query;
    if (username !== undefined && key !== undefined) {
      throw new TrackerError(400, "Only one of the 'username' and 'key' query parameters can be provided");
    }
    // Seen, here and in findUsers: TestUserResource of the product.
    const refusal =
      key === undefined && username === undefined
        ? "Either the 'username' or the 'key' query parameters need to be provided"
        : `The user ${key === undefined ? 'named' : 'with the key'} '${key ?? username}' does not exist`;
    const user = key === undefined ? userByName(call.state, username ?? '') : call.state.tables.users.get(key);
    return json(renderUser(call, required(user, refusal)));
  },
  listGroupMembers(call) {
    const { groupname = '', includeInactiveUsers, startAt, maxResults } = call.query;
    const members = membersOf(call, groupname).filter((user) => user.active || isTrue(includeInactiveUsers));
    return json(answerPage(members, { startAt, maxResults }, (user) => renderUser(call, user)));
  },
  getSession(call) {
    const { caller } = call;
    const refusal = 'You are not authenticated. Authentication required to perform this operation.';
    if (caller === null) throw new TrackerError(401, refusal);
    return json({ self: renderUser(call, caller).self, name: caller.name, loginInfo: loginInfoOf(call, caller) });
  },
  /** `POST /session`: logs in by name and password, and answers with the cookie of the session. */
  createSession(call) {
    const { username, password } = call.body;
    const { sessions, clock } = call;
    const user = userByName(call.state, username);
    if (user !== undefined) requireNoCaptcha(call, user, call.baseUrl);
    if (user?.active !== true || user.password !== password) {
      if (user !== undefined) sessions.noteFailure(user);
      throw new TrackerError(401, 'Login failed');
    }
    if (call.session !== undefined) sessions.end(call.session);
    const session = sessions.open(user, clock.now());
    return {
      ...json({ session: { name: SESSION_COOKIE, value: session.id }, loginInfo: loginInfoOf(call, user) }),
      cookies: sessions.cookiesOf(session),
    };
  },
  deleteSession({ sessions, session }) {
    if (session !== undefined) sessions.end(session);
    return noContent;
  },
} satisfies SomeHandlers;

function usersLike(
  call: CallOf<Endpoints['findUsers' | 'findAssignableUsers']>,
  text: string,
  isWanted: (user: WorldUser) => boolean,
) {
  const { startAt = 0, maxResults } = call.query;
  const found = searchUsers(call.state, text, isWanted);
  return found.slice(startAt, startAt + sizeOfPage(maxResults, PAGE_LIMIT)).map((user) => renderUser(call, user));
}

/** Whether a text begins a user's name, display name or address, or one of their words. */
function isCalled({ name, displayName, emailAddress }: WorldUser, text: string): boolean {
  return [name, displayName, emailAddress].some((words) => ` ${words.toLowerCase()}`.includes(` ${text}`));
}

/** The wanted users whose name, display name or address has a word that begins with a text, by display name. */
function searchUsers(
  { tables }: Pick<State, 'tables'>,
  text: string,
  isWanted: (user: WorldUser) => boolean,
): WorldUser[] {
  const low = text.toLowerCase();
  const found = tables.users.all().filter((user) => isCalled(user, low) && isWanted(user));
  return found.sort((one, other) => one.displayName.localeCompare(other.displayName, 'en'));
}

/** The members of a group, by name, for an administrator. A group exists as soon as it has a member. @throws TrackerError */
function membersOf(call: Reader, groupname: string): WorldUser[] {
  requireAdministrator(call, 'see the members of a group');
  if (groupname === '') throw new TrackerError(400, 'The groupname query parameter is needed.');
  const everyone = call.state.tables.users.where('group', groupname);
  if (everyone.length === 0) throw new TrackerError(404, `The group named '${groupname}' does not exist.`);
  return everyone.sort((left, right) => (left.name < right.name ? -1 : 1));
}

function loginInfoOf({ sessions }: Pick<Call, 'sessions'>, user: WorldUser) {
  const { logins, failed } = sessions.history(user);
  return { failedLoginCount: failed, loginCount: logins };
}
