import type { Endpoints, WorldUser } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import { userByName } from '../state/users.js';
import type { CallOf } from './call.js';
import { callerOf, holdsInProject } from './permissions.js';
import { isTrue, pageOf } from './read-values.js';
import { renderUser, selfUrl } from './render.js';
import type { View } from './render.js';
import { browsableIssue, browsableProject } from './rows.js';

/** `GET /myself`: who calls. */
export function getMyself(call: CallOf<Endpoints['getMyself']>): Answer {
  return json(renderWholeUser(call, callerOf(call)));
}

/** A user as JSON, with what lists and issues leave out. */
function renderWholeUser(view: View, user: WorldUser) {
  return {
    ...renderUser(view, user),
    groups: { size: user.groups.length, items: [] },
    applicationRoles: { size: 1, items: [] },
    expand: 'groups,applicationRoles',
  };
}

type UserSearch = CallOf<Endpoints['findUsers']>;

/** `GET /user/search`: the users whose name, display name or address begins with a text, or holds a word that does. */
export function findUsers(call: UserSearch): Answer {
  const { username, includeActive, includeInactive } = call.query;
  if (username === undefined) throw new TrackerError(400, 'The username query parameter was not provided');
  const isWanted = ({ active }: WorldUser) =>
    active ? includeActive?.toLowerCase() !== 'false' : isTrue(includeInactive);
  return json(usersLike(call, username, isWanted));
}

/** `GET /user/assignable/search`: those of them whom issues of a project can be assigned to. */
export function findAssignableUsers(call: CallOf<Endpoints['findAssignableUsers']>): Answer {
  const { username = '', project: named, issueKey } = call.query;
  if (named === undefined && issueKey === undefined) {
    throw new TrackerError(400, 'Either the project or the issueKey query parameter is needed.');
  }
  const project = issueKey === undefined ? browsableProject(call, named ?? '') : browsableIssue(call, issueKey).project;
  const isWanted = (user: WorldUser) => user.active && holdsInProject(call.state, user, 'BROWSE_PROJECTS', project);
  return json(usersLike(call, username, isWanted));
}

function usersLike(call: View & Pick<UserSearch, 'query'>, text: string, isWanted: (user: WorldUser) => boolean) {
  const { startAt, maxResults } = call.query;
  const wanted = text === '.' || text === '%' ? '' : text.toLowerCase();
  const found = call.state.tables.users
    .all()
    .filter(
      (user) =>
        isWanted(user) &&
        [user.name, user.displayName, user.emailAddress].some((words) =>
          ` ${words.toLowerCase()}`.includes(` ${wanted}`),
        ),
    )
    .sort((left, right) => left.displayName.localeCompare(right.displayName, 'en'));
  return pageOf(found, { startAt, maxResults }).values.map((user) => renderUser(call, user));
}

/** `GET /groups/picker`: the groups whose name holds a text. */
export function findGroups(call: CallOf<Endpoints['findGroups']>): Answer {
  const { query = '', maxResults } = call.query;
  const all = new Set(call.state.tables.users.all().flatMap(({ groups }) => groups));
  const found = [...all].filter((name) => name.toLowerCase().includes(query.toLowerCase())).sort();
  const { values } = pageOf(found, { maxResults });
  return json({
    header: `Showing ${values.length} of ${found.length} matching groups`,
    total: found.length,
    groups: values.map((name) => ({ name, html: name, labels: [] })),
  });
}

/** `GET /user`: a user by name or by key. */
export function getUser(call: CallOf<Endpoints['getUser']>): Answer {
  const { username, key } = call.query;
  if (key !== undefined) {
    const user = call.state.tables.users.get(key);
    if (user === undefined) throw new TrackerError(404, `The user with the key '${key}' does not exist`);
    return json(renderWholeUser(call, user));
  }
  if (username === undefined) throw new TrackerError(400, 'Either the username or the key query parameter is needed.');
  const user = userByName(call.state, username);
  if (user === undefined) throw new TrackerError(404, `The user named '${username}' does not exist`);
  return json(renderWholeUser(call, user));
}

/** `GET /group/member`: the users of a group by name, page by page. A group exists as soon as somebody is in it. */
export function listGroupMembers(call: CallOf<Endpoints['listGroupMembers']>): Answer {
  const { groupname, includeInactiveUsers, startAt, maxResults } = call.query;
  if (groupname === undefined || groupname === '') {
    throw new TrackerError(400, 'The groupname query parameter is needed.');
  }
  const everyone = call.state.tables.users.where('group', groupname);
  if (everyone.length === 0) throw new TrackerError(404, `The group named '${groupname}' does not exist.`);
  const members = everyone
    .filter((user) => user.active || isTrue(includeInactiveUsers))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  const page = pageOf(members, { startAt, maxResults });
  const pageUrl = (start: number) =>
    `${selfUrl(call, 'group', 'member')}?${new URLSearchParams({
      groupname,
      includeInactiveUsers: String(isTrue(includeInactiveUsers)),
      startAt: String(start),
      maxResults: String(page.maxResults),
    })}`;
  return json({
    self: pageUrl(page.startAt),
    ...(page.isLast ? {} : { nextPage: pageUrl(page.startAt + page.maxResults) }),
    ...page,
    values: page.values.map((user) => renderUser(call, user)),
  });
}
