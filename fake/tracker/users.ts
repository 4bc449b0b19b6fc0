import { randomUUID } from 'node:crypto';
import { projectPermissions } from '../../contracts/index.js';
import type { Endpoints, ProjectPermission, WorldUser } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import { problemsIn, required, TrackerError } from '../server/errors.js';
import type { IssueRow, ProjectRow } from '../state/tables.js';
import { searchUsers, userByName } from '../state/users.js';
import type { Call, CallOf, SomeHandlers } from './call.js';
import { keptValue } from './fields/field.js';
import { assigneeKind } from './fields/value-kinds.js';
import { callerOf, holdsInProject, requireAdministrator } from './permissions.js';
import { isTrue, PAGE_LIMIT, pageLinks, pageOf, sizeOfPage } from './read-values.js';
import { renderUser, selfUrl } from './render.js';
import type { View } from './render.js';
import { browsableIssue, browsableProject } from './rows.js';

/** The tables whose rows name users by their keys. */
const TABLES_OF_USERS = [
  ...(['projects', 'components', 'issues', 'comments', 'attachments', 'histories', 'worklogs', 'watchers'] as const),
  ...(['votes', 'filters', 'directoryUsers', 'syncedUsers'] as const),
] as const;

export const userHandlers = {
  /** `GET /myself`: who calls. */
  getMyself: (call) => json(renderWholeUser(call, callerOf(call))),
  /** `GET /user/search`: the users whose name, display name or address begins with a text, or holds a word that does. */
  findUsers(call) {
    const { username, includeActive, includeInactive } = call.query;
    if (username === undefined) throw new TrackerError(400, 'The username query parameter was not provided');
    if (username === '') return json([]);
    const isWanted = ({ active }: WorldUser) =>
      active ? includeActive?.toLowerCase() !== 'false' : isTrue(includeInactive);
    return json(usersLike(call, username, isWanted));
  },
  /** `GET /user/assignable/search`: the users found to whom issues of a project can be assigned. */
  findAssignableUsers(call) {
    const { project, issueKey } = call.query;
    return json(usersHolding(call, ['BROWSE_PROJECTS'], [placeNamed(call, project, issueKey)]));
  },
  /** `GET /user/assignable/multiProjectSearch`: the users to whom issues of all named projects can be assigned. */
  findUsersForProjects(call) {
    const projects = wordsIn('projectKeys', call.query.projectKeys).map((key) => browsableProject(call, key));
    return json(usersHolding(call, ['BROWSE_PROJECTS'], projects));
  },
  /** `GET /user/permission/search`: the users who hold all named permissions in a project. */
  findUsersWithPermissions(call) {
    const { permissions, projectKey, issueKey } = call.query;
    const wanted = wordsIn('permissions', permissions).map((key) => {
      const known = projectPermissions.find((permission) => permission === key);
      if (known === undefined) throw new TrackerError(400, `The permission '${key}' does not exist.`);
      return known;
    });
    return json(usersHolding(call, wanted, [placeNamed(call, projectKey, issueKey)]));
  },
  /** `GET /user/viewissue/search`: the users who may see an issue, or a project. */
  findViewers(call) {
    const { projectKey, issueKey } = call.query;
    return json(usersHolding(call, ['BROWSE_PROJECTS'], [placeNamed(call, projectKey, issueKey)]));
  },
  /** `GET /group`: a group, with its first fifty members if the caller asks for them. */
  getGroup(call) {
    const { groupname = '', expand = '' } = call.query;
    const members = membersOf(call, groupname).filter(({ active }) => active);
    const items = expand.startsWith('users') ? pageOf(members, {}, (user) => renderUser(call, user)).values : [];
    return json({
      name: groupname,
      self: `${selfUrl(call, 'group')}?groupname=${encodeURIComponent(groupname)}`,
      users: { size: members.length, items, 'max-results': 50, 'start-index': 0, 'end-index': items.length },
      expand: 'users',
    });
  },
  /** `GET /groups/picker`: the groups whose name holds a text. */
  findGroups(call) {
    const { query = '', maxResults } = call.query;
    const all = [...new Set(call.state.tables.users.all().flatMap(({ groups }) => groups))];
    const found = all.filter((name) => name.toLowerCase().includes(query.toLowerCase())).sort();
    const { values: groups, total } = pageOf(found, { maxResults }, (name) => ({ name, html: name, labels: [] }));
    return json({ header: `Showing ${groups.length} of ${total} matching groups`, total, groups });
  },
  /** `GET /user`: a user by name or by key. */
  getUser: (call) => json(renderWholeUser(call, userAsked(call))),
  /** `POST /user`: creates a user, who belongs to no group. */
  createUser(call) {
    requireAdministrator(call, 'create users');
    const { state, body } = call;
    const { name, emailAddress, displayName, password = randomUUID() } = body;
    requireDetails(call, body);
    let key: string;
    do key = `JIRAUSER${state.nextId('user')}`;
    while (state.tables.users.get(key) !== undefined);
    const user = { key, name, displayName, emailAddress, password, active: true, groups: [] };
    state.tables.users.set(user);
    return json(renderWholeUser(call, user), 201);
  },
  /** `DELETE /user`: deletes a user of whom nothing on the tracker says that they made it, own it or work on it. */
  deleteUser(call) {
    requireAdministrator(call, 'delete users');
    const { key, name } = userAsked(call);
    const { tables } = call.state;
    const isAssigned = ({ fields }: IssueRow) => keptValue(assigneeKind, fields['assignee'], call.state)?.key === key;
    const isNamed = (row: object) => Object.values(row).includes(key);
    if (tables.issues.all().some(isAssigned) || TABLES_OF_USERS.some((table) => tables[table].all().some(isNamed))) {
      throw new TrackerError(400, `The user '${name}' can't be deleted: a project, an issue or other data names them.`);
    }
    tables.users.delete(key);
    return noContent;
  },
  /** `GET /group/member`: the users of a group by name, page by page. */
  listGroupMembers(call) {
    const { groupname = '', includeInactiveUsers, startAt, maxResults } = call.query;
    const members = membersOf(call, groupname).filter((user) => user.active || isTrue(includeInactiveUsers));
    const page = pageOf(members, { startAt, maxResults }, (user) => renderUser(call, user));
    const query = { groupname, includeInactiveUsers: String(isTrue(includeInactiveUsers)) };
    return json({ ...pageLinks(selfUrl(call, 'group', 'member'), query, page), ...page });
  },
} satisfies SomeHandlers;

/** A user as JSON, with what lists and issues leave out. */
function renderWholeUser(view: View, user: WorldUser) {
  return {
    ...renderUser(view, user),
    groups: { size: user.groups.length, items: [] },
    applicationRoles: { size: 1, items: [] },
    expand: 'groups,applicationRoles',
  };
}

function placeNamed(call: Call, project: string | undefined, issueKey: string | undefined): ProjectRow {
  if (issueKey !== undefined) return browsableIssue(call, issueKey).project;
  if (project === undefined) {
    throw new TrackerError(400, 'Either the project or the issueKey query parameter is needed.');
  }
  return browsableProject(call, project);
}

/** The users that a call asks for who are active and hold each of these permissions in each of these projects. */
function usersHolding(
  call: View & UserQuery,
  permissions: readonly ProjectPermission[],
  projects: readonly ProjectRow[],
) {
  const needed = projects.flatMap((project) => permissions.map((permission) => [permission, project] as const));
  const holdsAll = (user: WorldUser) => needed.every((each) => holdsInProject(call.state, user, ...each));
  return usersLike(call, call.query.username ?? '', (user) => user.active && holdsAll(user));
}

interface UserQuery {
  readonly query: {
    readonly username?: string | undefined;
    readonly startAt?: number | undefined;
    readonly maxResults?: number | undefined;
  };
}

/**
 * A text without a word finds everyone. Seen: the separators in a script of the product's user picker; GitLab's import
 * of a server's users asks for `''`, n8n's node for `'`.
 */
const NO_WORD = /^(?:[ @.",'(-]+|%)$/;

function usersLike(call: View & UserQuery, text: string, isWanted: (user: WorldUser) => boolean) {
  const { startAt = 0, maxResults } = call.query;
  const found = searchUsers(call.state, NO_WORD.test(text) ? '' : text, isWanted);
  return found.slice(startAt, startAt + sizeOfPage(maxResults, PAGE_LIMIT)).map((user) => renderUser(call, user));
}

/** The words of a parameter such as `ABC,DEF`. @throws TrackerError 400 without any */
function wordsIn(parameter: string, list = ''): string[] {
  const words = list.split(',').map((word) => word.trim());
  const named = words.filter((word) => word !== '');
  if (named.length === 0) throw new TrackerError(400, `The ${parameter} query parameter was not provided`);
  return named;
}

/** The members of a group, by name. A group exists as soon as it has a member. */
function membersOf({ state }: Pick<Call, 'state'>, groupname: string | undefined): WorldUser[] {
  if (groupname === undefined || groupname === '') {
    throw new TrackerError(400, 'The groupname query parameter is needed.');
  }
  const everyone = state.tables.users.where('group', groupname);
  if (everyone.length === 0) throw new TrackerError(404, `The group named '${groupname}' does not exist.`);
  return everyone.sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** The user whom a query names. @throws TrackerError 404, or 400 if it names two */
function userAsked({
  state,
  query: { username, key },
}: Pick<CallOf<Endpoints['getUser']>, 'state' | 'query'>): WorldUser {
  if (username !== undefined && key !== undefined) {
    throw new TrackerError(400, "Only one of the 'username' and 'key' query parameters can be provided");
  }
  if (key !== undefined) return required(state.tables.users.get(key), `The user with the key '${key}' does not exist`);
  // Seen, here and in findUsers: TestUserResource of the product.
  if (username === undefined) {
    throw new TrackerError(404, "Either the 'username' or the 'key' query parameters need to be provided");
  }
  return required(userByName(state, username), `The user named '${username}' does not exist`);
}

/** @throws TrackerError 400 for a name, a display name or an address that is missing, and for a name that another has */
function requireDetails(
  { state }: Pick<Call, 'state'>,
  { name, displayName, emailAddress }: Pick<WorldUser, 'name' | 'displayName' | 'emailAddress'>,
): void {
  const isTaken = userByName(state, name) !== undefined;
  const problems = problemsIn({
    username:
      (name.trim() === '' && 'You must specify a username.') ||
      (isTaken && 'A user with that username already exists.'),
    fullname: displayName.trim() === '' && 'You must specify a full name.',
    email: emailAddress.trim() === '' && 'You must specify an email address.',
  });
  if (problems !== undefined) throw TrackerError.ofFields(problems);
}
