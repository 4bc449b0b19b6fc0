import { globalPermissions } from '../../contracts/index.js';
import type { Endpoints, ProjectPermission } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { ProjectRow } from '../state/tables.js';
import type { CallOf, SomeHandlers } from './call.js';
import { holdsGlobally, holdsInProject } from './permissions.js';
import { browsableIssue, browsableProject } from './rows.js';

export const permissionHandlers = {
  /**
   * `GET /mypermissions`: every permission, and whether the caller holds it in the project or issue of the query; without
   * either, whether there is a project the caller holds it in.
   */
  getMyPermissions(call) {
    const projects = projectsInQuestion(call);
    const { state, caller } = call;
    const global = globalPermissions.map((key, id) => {
      return { id: String(id), ...describe(key, 'GLOBAL'), havePermission: holdsGlobally(state, caller, key) };
    });
    const local = localPermissions.flatMap(([key, [like, old]], place) => {
      const havePermission = projects.some((project) => holdsInProject(state, caller, like, project));
      const row = { id: String(globalPermissions.length + place), ...describe(key, 'PROJECT'), havePermission };
      return old === undefined ? [row] : [row, { ...row, key: old, deprecatedKey: true }];
    });
    return json({ permissions: Object.fromEntries([...global, ...local].map((row) => [row.key, row])) });
  },
} satisfies SomeHandlers;

type PermissionsCall = CallOf<Endpoints['getMyPermissions']>;

/**
 * The permissions that are held in projects: the one of a world whose holders hold it, and the name that it had before
 * version 7, which a tracker still answers too.
 */
const localPermissions = Object.entries<readonly [like: ProjectPermission, old?: string]>({
  BROWSE_PROJECTS: ['BROWSE_PROJECTS', 'BROWSE'],
  ADMINISTER_PROJECTS: ['ADMINISTER_PROJECTS', 'PROJECT_ADMIN'],
  CREATE_ISSUES: ['CREATE_ISSUES', 'CREATE_ISSUE'],
  EDIT_ISSUES: ['EDIT_ISSUES', 'EDIT_ISSUE'],
  DELETE_ISSUES: ['DELETE_ISSUES', 'DELETE_ISSUE'],
  TRANSITION_ISSUES: ['TRANSITION_ISSUES', 'TRANSITION_ISSUE'],
  ADD_COMMENTS: ['ADD_COMMENTS', 'COMMENT_ISSUE'],
  CREATE_ATTACHMENTS: ['CREATE_ATTACHMENTS', 'CREATE_ATTACHMENT'],
  ASSIGN_ISSUES: ['EDIT_ISSUES', 'ASSIGN_ISSUE'],
  ASSIGNABLE_USER: ['BROWSE_PROJECTS'],
  CLOSE_ISSUES: ['TRANSITION_ISSUES', 'CLOSE_ISSUE'],
  RESOLVE_ISSUES: ['TRANSITION_ISSUES', 'RESOLVE_ISSUE'],
  LINK_ISSUES: ['EDIT_ISSUES', 'LINK_ISSUE'],
  MOVE_ISSUES: ['EDIT_ISSUES', 'MOVE_ISSUE'],
  SCHEDULE_ISSUES: ['EDIT_ISSUES', 'SCHEDULE_ISSUE'],
  MODIFY_REPORTER: ['EDIT_ISSUES'],
  SET_ISSUE_SECURITY: ['ADMINISTER_PROJECTS'],
  DELETE_OWN_COMMENTS: ['ADD_COMMENTS', 'COMMENT_DELETE_OWN'],
  EDIT_OWN_COMMENTS: ['ADD_COMMENTS', 'COMMENT_EDIT_OWN'],
  DELETE_ALL_COMMENTS: ['ADMINISTER_PROJECTS', 'COMMENT_DELETE_ALL'],
  EDIT_ALL_COMMENTS: ['ADMINISTER_PROJECTS', 'COMMENT_EDIT_ALL'],
  DELETE_OWN_ATTACHMENTS: ['CREATE_ATTACHMENTS', 'ATTACHMENT_DELETE_OWN'],
  DELETE_ALL_ATTACHMENTS: ['ADMINISTER_PROJECTS', 'ATTACHMENT_DELETE_ALL'],
  MANAGE_WATCHERS: ['ADMINISTER_PROJECTS', 'MANAGE_WATCHER_LIST'],
  VIEW_VOTERS_AND_WATCHERS: ['BROWSE_PROJECTS'],
  VIEW_READONLY_WORKFLOW: ['BROWSE_PROJECTS', 'VIEW_WORKFLOW_READONLY'],
  VIEW_DEV_TOOLS: ['BROWSE_PROJECTS', 'VIEW_VERSION_CONTROL'],
  WORK_ON_ISSUES: ['EDIT_ISSUES', 'WORK_ISSUE'],
  DELETE_OWN_WORKLOGS: ['EDIT_ISSUES', 'WORKLOG_DELETE_OWN'],
  EDIT_OWN_WORKLOGS: ['EDIT_ISSUES', 'WORKLOG_EDIT_OWN'],
  DELETE_ALL_WORKLOGS: ['ADMINISTER_PROJECTS', 'WORKLOG_DELETE_ALL'],
  EDIT_ALL_WORKLOGS: ['ADMINISTER_PROJECTS', 'WORKLOG_EDIT_ALL'],
  BULK_CHANGE: ['BROWSE_PROJECTS'],
  CREATE_SHARED_OBJECTS: ['BROWSE_PROJECTS'],
  MANAGE_GROUP_FILTER_SUBSCRIPTIONS: ['BROWSE_PROJECTS'],
  USER_PICKER: ['BROWSE_PROJECTS'],
  USE: ['BROWSE_PROJECTS'],
});

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
