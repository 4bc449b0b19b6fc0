import { globalPermissions, projectPermissions } from '../../contracts/index.js';
import type { Endpoints, ProjectPermission } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { ProjectRow } from '../state/tables.js';
import type { CallOf, SomeHandlers } from './call.js';
import { holdsGlobally, holdsInProject, requireAdministrator } from './permissions.js';
import { browsableIssue, browsableProject } from './rows.js';

export const permissionHandlers = {
  /** `GET /permissions`: every permission that there is. */
  listPermissions(call) {
    requireAdministrator(call, 'see all permissions');
    return json({ permissions: Object.fromEntries(describePermissions().map((row) => [row.key, row])) });
  },
  /**
   * `GET /mypermissions`: every permission, and whether the caller holds it in the project or issue of the query; without
   * either, whether there is a project the caller holds it in.
   */
  getMyPermissions(call) {
    const projects = projectsInQuestion(call);
    const { state, caller } = call;
    const granted = new Map<string, boolean>([
      ...globalPermissions.map((key) => [key, holdsGlobally(state, caller, key)] as const),
      ...projectPermissions.map(
        (key) => [key, projects.some((project) => holdsInProject(state, caller, key, project))] as const,
      ),
    ]);
    const rows = describePermissions().map((row, index) => {
      const havePermission = granted.get(likePermissions[row.key] ?? row.key) === true;
      return { id: String(index), ...row, havePermission };
    });
    const byKey = new Map(rows.map((row) => [row.key, row]));
    const deprecated = Object.entries(deprecatedKeys).flatMap(([old, key]) => {
      const row = byKey.get(key);
      return row === undefined ? [] : [{ ...row, key: old, deprecatedKey: true }];
    });
    return json({ permissions: Object.fromEntries([...rows, ...deprecated].map((row) => [row.key, row])) });
  },
} satisfies SomeHandlers;

function describePermissions() {
  const local = [...projectPermissions, ...Object.keys(likePermissions)];
  return [...globalPermissions.map((key) => describe(key, 'GLOBAL')), ...local.map((key) => describe(key, 'PROJECT'))];
}

type PermissionsCall = CallOf<Endpoints['getMyPermissions']>;

/** Permissions that a world does not grant by themselves. Holders of the other permission hold them too. */
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

/** The names that permissions had before version 7. A tracker still answers them too. */
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

function projectsInQuestion(call: PermissionsCall): readonly ProjectRow[] {
  const issue = call.query.issueKey ?? call.query.issueId;
  if (issue !== undefined) return [browsableIssue(call, issue).project];
  const project = call.query.projectKey ?? call.query.projectId;
  return project === undefined ? call.state.tables.projects.all() : [browsableProject(call, project)];
}

function describe(key: string, type: 'GLOBAL' | 'PROJECT') {
  const words = key.toLowerCase().replaceAll('_', ' ');
  return { key, name: words.charAt(0).toUpperCase() + words.slice(1), type, description: '' };
}
