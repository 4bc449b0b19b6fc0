import { globalPermissions, projectPermissions } from '../../contracts/index.js';
import type { Endpoints, PermissionKey } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import type { CallOf } from '../server/handler.js';
import type { ProjectRow } from '../state/state.js';
import { browsableIssue } from './issues/find-issue.js';
import { holdsGlobally, holdsInProject } from './permissions.js';
import { browsableProject } from './projects/find-project.js';

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
