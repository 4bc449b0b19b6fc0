import { formatTrackerTime, globalPermissions } from '../../contracts/index.js';
import type { ProjectPermission } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { SomeHandlers } from './call.js';
import { issueFields } from './fields/issue-fields.js';
import { renderField } from './fields/render-fields.js';
import { holdsGlobally, holdsInProject } from './permissions.js';
import { renderIssueType, renderPriority, renderResolution, renderStatus, selfUrl } from './render.js';
import { browsableProject, rowWithId } from './rows.js';
import { clauses } from './search/fields.js';

export const catalogueHandlers = {
  /** `GET /issuetype`: every issue type of the tracker. */
  listIssueTypes: (call) => json(call.state.tables.issueTypes.all().map((type) => renderIssueType(call, type))),
  /** `GET /priority`: every priority, the most urgent first. */
  listPriorities: (call) => json(call.state.tables.priorities.all().map((priority) => renderPriority(call, priority))),
  /** `GET /status`: every status of the tracker. */
  listStatuses: (call) => json(call.state.tables.statuses.all().map(({ id }) => renderStatus(call, id))),
  getIssueType: (call) =>
    json(renderIssueType(call, one(call.state.tables.issueTypes, call.parameters.issueTypeId, 'issue type'))),
  getPriority: (call) =>
    json(renderPriority(call, one(call.state.tables.priorities, call.parameters.priorityId, 'priority'))),
  getStatus: (call) => json(renderStatus(call, one(call.state.tables.statuses, call.parameters.statusId, 'status').id)),
  /** `GET /resolution`: every resolution of the tracker. */
  listResolutions: (call) => json(call.state.tables.resolutions.all().map((row) => renderResolution(call, row))),
  getResolution: (call) =>
    json(renderResolution(call, one(call.state.tables.resolutions, call.parameters.resolutionId, 'resolution'))),
  /** `GET /field`: the tracker's own fields and the custom fields. */
  listFields: (call) => json([issueKeyField, ...[...issueFields(call).values()].map(renderField)]),
  /** `GET /permissionscheme`: who holds which permission is up to each project, so one scheme stands for all. */
  listPermissionSchemes(call) {
    const scheme = { id: 0, self: selfUrl(call, 'permissionscheme', 0), name: 'Default Permission Scheme' };
    return json({ permissionSchemes: [{ expand: 'permissions,user,group,projectRole,field,all', ...scheme }] });
  },
  listSecuritySchemes: () => json({ issueSecuritySchemes: [] }),
  listProjectCategories: () => json([]),
  /** `GET /serverInfo`: what kind of tracker this is. Needs no login. */
  getServerInfo({ state, baseUrl, clock }) {
    const { title, version } = state.settings;
    const versionNumbers = version.split('.').map(Number);
    return json({
      baseUrl,
      version,
      versionNumbers,
      deploymentType: 'Server',
      buildNumber: versionNumbers.reduce((build, part) => build * 100 + part, 0),
      buildDate: formatTrackerTime(0),
      databaseBuildNumber: versionNumbers.reduce((build, part) => build * 100 + part, 0),
      scmInfo: version,
      serverTime: formatTrackerTime(clock.now()),
      serverTitle: title,
    });
  },
  /**
   * `GET /mypermissions`: every permission, and whether the caller holds it in the project of the query; without one,
   * whether there is a project the caller holds it in.
   */
  getMyPermissions(call) {
    const { state, caller, query } = call;
    const { projectKey } = query;
    const projects = projectKey === undefined ? state.tables.projects.all() : [browsableProject(call, projectKey)];
    const global = globalPermissions.map((key, id) => {
      return { id: String(id), ...describe(key, 'GLOBAL'), havePermission: holdsGlobally(state, caller, key) };
    });
    const local = localPermissions.flatMap(([like, key = '', old], place) => {
      const havePermission = projects.some((project) => holdsInProject(state, caller, like, project));
      const row = { id: String(globalPermissions.length + place), ...describe(key, 'PROJECT'), havePermission };
      return old === undefined ? [row] : [row, { ...row, key: old, deprecatedKey: true }];
    });
    return json({ permissions: Object.fromEntries([...global, ...local].map((row) => [row.key, row])) });
  },
} satisfies SomeHandlers;

function one<Row>(table: { get(id: number): Row | undefined }, id: string, what: string): Row {
  return rowWithId(table, id, `The ${what} with id '${id}' does not exist`);
}

/** A part of an issue that is no field and is listed among the fields. */
const issueKeyField = {
  ...{ id: 'issuekey', key: 'issuekey', name: 'Key', custom: false, orderable: false, navigable: true },
  searchable: false,
  clauseNames: clauses['issuekey'],
};

/** The permissions that are held in projects by who holds one of a world; behind a slash the name before version 7. */
const alike: Readonly<Record<ProjectPermission, string>> = {
  BROWSE_PROJECTS: [
    'BROWSE_PROJECTS/BROWSE ASSIGNABLE_USER VIEW_VOTERS_AND_WATCHERS VIEW_READONLY_WORKFLOW/VIEW_WORKFLOW_READONLY',
    'VIEW_DEV_TOOLS/VIEW_VERSION_CONTROL BULK_CHANGE CREATE_SHARED_OBJECTS MANAGE_GROUP_FILTER_SUBSCRIPTIONS',
    'USER_PICKER USE',
  ].join(' '),
  ADMINISTER_PROJECTS: [
    'ADMINISTER_PROJECTS/PROJECT_ADMIN SET_ISSUE_SECURITY DELETE_ALL_COMMENTS/COMMENT_DELETE_ALL',
    'EDIT_ALL_COMMENTS/COMMENT_EDIT_ALL DELETE_ALL_ATTACHMENTS/ATTACHMENT_DELETE_ALL',
    'MANAGE_WATCHERS/MANAGE_WATCHER_LIST DELETE_ALL_WORKLOGS/WORKLOG_DELETE_ALL EDIT_ALL_WORKLOGS/WORKLOG_EDIT_ALL',
  ].join(' '),
  CREATE_ISSUES: 'CREATE_ISSUES/CREATE_ISSUE',
  EDIT_ISSUES: [
    'EDIT_ISSUES/EDIT_ISSUE ASSIGN_ISSUES/ASSIGN_ISSUE LINK_ISSUES/LINK_ISSUE MOVE_ISSUES/MOVE_ISSUE',
    'SCHEDULE_ISSUES/SCHEDULE_ISSUE MODIFY_REPORTER WORK_ON_ISSUES/WORK_ISSUE',
    'DELETE_OWN_WORKLOGS/WORKLOG_DELETE_OWN EDIT_OWN_WORKLOGS/WORKLOG_EDIT_OWN',
  ].join(' '),
  DELETE_ISSUES: 'DELETE_ISSUES/DELETE_ISSUE',
  TRANSITION_ISSUES: 'TRANSITION_ISSUES/TRANSITION_ISSUE CLOSE_ISSUES/CLOSE_ISSUE RESOLVE_ISSUES/RESOLVE_ISSUE',
  ADD_COMMENTS: 'ADD_COMMENTS/COMMENT_ISSUE DELETE_OWN_COMMENTS/COMMENT_DELETE_OWN EDIT_OWN_COMMENTS/COMMENT_EDIT_OWN',
  CREATE_ATTACHMENTS: 'CREATE_ATTACHMENTS/CREATE_ATTACHMENT DELETE_OWN_ATTACHMENTS/ATTACHMENT_DELETE_OWN',
};

const localPermissions = Object.entries(alike).flatMap(([like, keys]) =>
  keys.split(' ').map((key) => [like as ProjectPermission, ...key.split('/')] as const),
);

function describe(key: string, type: 'GLOBAL' | 'PROJECT') {
  const words = key.toLowerCase().replaceAll('_', ' ');
  return { key, name: words.charAt(0).toUpperCase() + words.slice(1), type, description: '' };
}
