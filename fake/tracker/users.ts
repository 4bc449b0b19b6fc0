import { globalPermissions, projectPermissions } from '../../contracts/index.js';
import type { Endpoints, PermissionKey } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import type { ProjectRow } from '../state/tables.js';
import { userByName } from '../state/users.js';
import type { CallOf } from './call.js';
import { callerOf, holdsGlobally, holdsInProject } from './permissions.js';
import { pageOf } from './read-values.js';
import { renderUser, selfUrl } from './render.js';
import { browsableIssue, browsableProject } from './rows.js';

/** `GET /myself`: who calls. */
export function getMyself(call: CallOf<Endpoints['getMyself']>): Answer {
  return json(renderUser(call, callerOf(call)));
}

/** `GET /user`: a user by name or by key. */
export function getUser(call: CallOf<Endpoints['getUser']>): Answer {
  const { username, key } = call.query;
  if (key !== undefined) {
    const user = call.state.tables.users.get(key);
    if (user === undefined) throw new TrackerError(404, `The user with the key '${key}' does not exist`);
    return json(renderUser(call, user));
  }
  if (username === undefined) throw new TrackerError(400, 'Either the username or the key query parameter is needed.');
  const user = userByName(call.state, username);
  if (user === undefined) throw new TrackerError(404, `The user named '${username}' does not exist`);
  return json(renderUser(call, user));
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
    .filter((user) => user.active || includeInactiveUsers === 'true')
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  const page = pageOf(members, { startAt, maxResults });
  const pageUrl = (start: number) =>
    `${selfUrl(call, 'group', 'member')}?${new URLSearchParams({
      groupname,
      includeInactiveUsers: String(includeInactiveUsers === 'true'),
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
  return json({
    permissions: Object.fromEntries([...globals, ...locals].map((row, i) => [row.key, { id: String(i), ...row }])),
  });
}

function projectsInQuestion(call: PermissionsCall): ProjectRow[] {
  const issue = call.query.issueKey ?? call.query.issueId;
  if (issue !== undefined) return [browsableIssue(call, issue).project];
  const project = call.query.projectKey ?? call.query.projectId;
  return project === undefined ? call.state.tables.projects.all() : [browsableProject(call, project)];
}

function entry(key: PermissionKey, type: 'GLOBAL' | 'PROJECT', havePermission: boolean) {
  const words = key.toLowerCase().replaceAll('_', ' ');
  return { key, name: words.charAt(0).toUpperCase() + words.slice(1), type, description: '', havePermission };
}
