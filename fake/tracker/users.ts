import { globalPermissions, projectPermissions } from '../../contracts/index.js';
import type { Endpoints, ProjectPermission, WorldUser } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import type { ProjectRow } from '../state/tables.js';
import { userByName } from '../state/users.js';
import type { CallOf } from './call.js';
import { callerOf, holdsGlobally, holdsInProject } from './permissions.js';
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

type PermissionsCall = CallOf<Endpoints['getMyPermissions']>;

/**
 * `GET /mypermissions`: every permission, and whether the caller holds it in the project or issue of the query; without
 * either, whether there is a project the caller holds it in.
 */
export function getMyPermissions(call: PermissionsCall): Answer {
  const projects = projectsInQuestion(call);
  const globals = globalPermissions.map((key) => entry(key, 'GLOBAL', holdsGlobally(call.state, call.caller, key)));
  const locals = projectPermissions.map((key) =>
    entry(
      key,
      'PROJECT',
      projects.some((project) => holdsInProject(call.state, call.caller, key, project)),
    ),
  );
  const granted = new Map<string, boolean>([...globals, ...locals].map((row) => [row.key, row.havePermission]));
  const likes = Object.entries(likePermissions).map(([key, like]) => entry(key, 'PROJECT', granted.get(like) === true));
  const rows = [...globals, ...locals, ...likes].map((row, index) => ({ id: String(index), ...row }));
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const deprecated = Object.entries(deprecatedKeys).flatMap(([old, key]) => {
    const row = byKey.get(key);
    return row === undefined ? [] : [{ ...row, key: old, deprecatedKey: true }];
  });
  return json({ permissions: Object.fromEntries([...rows, ...deprecated].map((row) => [row.key, row])) });
}

/** Permissions that a world does not grant by themselves: who holds the one also holds the other. */
const likePermissions: Readonly<Record<string, ProjectPermission | 'ADMINISTER'>> = {
  ASSIGN_ISSUES: 'EDIT_ISSUES',
  ASSIGNABLE_USER: 'BROWSE_PROJECTS',
  CLOSE_ISSUES: 'TRANSITION_ISSUES',
  RESOLVE_ISSUES: 'TRANSITION_ISSUES',
  LINK_ISSUES: 'EDIT_ISSUES',
  MOVE_ISSUES: 'EDIT_ISSUES',
  SCHEDULE_ISSUES: 'EDIT_ISSUES',
  MODIFY_REPORTER: 'EDIT_ISSUES',
  SET_ISSUE_SECURITY: 'ADMINISTER_PROJECTS',
  DELETE_OWN_COMMENTS: 'ADD_COMMENTS',
  EDIT_OWN_COMMENTS: 'ADD_COMMENTS',
  DELETE_ALL_COMMENTS: 'ADMINISTER_PROJECTS',
  EDIT_ALL_COMMENTS: 'ADMINISTER_PROJECTS',
  DELETE_OWN_ATTACHMENTS: 'CREATE_ATTACHMENTS',
  DELETE_ALL_ATTACHMENTS: 'ADMINISTER_PROJECTS',
  MANAGE_WATCHERS: 'ADMINISTER_PROJECTS',
  VIEW_VOTERS_AND_WATCHERS: 'BROWSE_PROJECTS',
  VIEW_READONLY_WORKFLOW: 'BROWSE_PROJECTS',
  VIEW_DEV_TOOLS: 'BROWSE_PROJECTS',
  WORK_ON_ISSUES: 'EDIT_ISSUES',
  DELETE_OWN_WORKLOGS: 'EDIT_ISSUES',
  EDIT_OWN_WORKLOGS: 'EDIT_ISSUES',
  DELETE_ALL_WORKLOGS: 'ADMINISTER_PROJECTS',
  EDIT_ALL_WORKLOGS: 'ADMINISTER_PROJECTS',
  BULK_CHANGE: 'BROWSE_PROJECTS',
  CREATE_SHARED_OBJECTS: 'BROWSE_PROJECTS',
  MANAGE_GROUP_FILTER_SUBSCRIPTIONS: 'BROWSE_PROJECTS',
  USER_PICKER: 'BROWSE_PROJECTS',
  USE: 'BROWSE_PROJECTS',
};

/** What permissions were called before version 7, which a tracker still answers too. */
const deprecatedKeys: Readonly<Record<string, string>> = {
  ASSIGN_ISSUE: 'ASSIGN_ISSUES',
  ATTACHMENT_DELETE_ALL: 'DELETE_ALL_ATTACHMENTS',
  ATTACHMENT_DELETE_OWN: 'DELETE_OWN_ATTACHMENTS',
  BROWSE: 'BROWSE_PROJECTS',
  CLOSE_ISSUE: 'CLOSE_ISSUES',
  COMMENT_DELETE_ALL: 'DELETE_ALL_COMMENTS',
  COMMENT_DELETE_OWN: 'DELETE_OWN_COMMENTS',
  COMMENT_EDIT_ALL: 'EDIT_ALL_COMMENTS',
  COMMENT_EDIT_OWN: 'EDIT_OWN_COMMENTS',
  COMMENT_ISSUE: 'ADD_COMMENTS',
  CREATE_ATTACHMENT: 'CREATE_ATTACHMENTS',
  CREATE_ISSUE: 'CREATE_ISSUES',
  DELETE_ISSUE: 'DELETE_ISSUES',
  EDIT_ISSUE: 'EDIT_ISSUES',
  LINK_ISSUE: 'LINK_ISSUES',
  MANAGE_WATCHER_LIST: 'MANAGE_WATCHERS',
  MOVE_ISSUE: 'MOVE_ISSUES',
  PROJECT_ADMIN: 'ADMINISTER_PROJECTS',
  RESOLVE_ISSUE: 'RESOLVE_ISSUES',
  SCHEDULE_ISSUE: 'SCHEDULE_ISSUES',
  TRANSITION_ISSUE: 'TRANSITION_ISSUES',
  VIEW_VERSION_CONTROL: 'VIEW_DEV_TOOLS',
  VIEW_WORKFLOW_READONLY: 'VIEW_READONLY_WORKFLOW',
  WORK_ISSUE: 'WORK_ON_ISSUES',
  WORKLOG_DELETE_ALL: 'DELETE_ALL_WORKLOGS',
  WORKLOG_DELETE_OWN: 'DELETE_OWN_WORKLOGS',
  WORKLOG_EDIT_ALL: 'EDIT_ALL_WORKLOGS',
  WORKLOG_EDIT_OWN: 'EDIT_OWN_WORKLOGS',
};

function projectsInQuestion(call: PermissionsCall): ProjectRow[] {
  const issue = call.query.issueKey ?? call.query.issueId;
  if (issue !== undefined) return [browsableIssue(call, issue).project];
  const project = call.query.projectKey ?? call.query.projectId;
  return project === undefined ? call.state.tables.projects.all() : [browsableProject(call, project)];
}

function entry(key: string, type: 'GLOBAL' | 'PROJECT', havePermission: boolean) {
  const words = key.toLowerCase().replaceAll('_', ' ');
  return { key, name: words.charAt(0).toUpperCase() + words.slice(1), type, description: '', havePermission };
}
