import { formatTrackerTime, globalPermissions, projectPermissions } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { SomeHandlers } from './call.js';
import { issueFields } from './fields/issue-fields.js';
import { renderField } from './fields/render-fields.js';
import { holds, holdsAnywhere } from './permissions.js';
import { renderIssueType, renderNamed, renderStatus, selfUrl } from './render.js';
import { browsableProject, rowWithId } from './rows.js';

export const catalogueHandlers = {
  listIssueTypes: (call) => json(call.state.tables.issueTypes.all().map((type) => renderIssueType(call, type))),
  /** `GET /priority`: every priority, the most urgent first. */
  listPriorities: (call) =>
    json(call.state.tables.priorities.all().map((priority) => renderNamed(call, 'priority', priority))),
  listStatuses: (call) => json(call.state.tables.statuses.all().map(({ id }) => renderStatus(call, id))),
  getIssueType: (call) =>
    json(renderIssueType(call, one(call.state.tables.issueTypes, call.parameters.issueTypeId, 'issue type'))),
  getPriority: (call) =>
    json(renderNamed(call, 'priority', one(call.state.tables.priorities, call.parameters.priorityId, 'priority'))),
  getStatus: (call) => json(renderStatus(call, one(call.state.tables.statuses, call.parameters.statusId, 'status').id)),
  listResolutions: (call) =>
    json(call.state.tables.resolutions.all().map((row) => renderNamed(call, 'resolution', row))),
  getResolution: (call) =>
    json(
      renderNamed(call, 'resolution', one(call.state.tables.resolutions, call.parameters.resolutionId, 'resolution')),
    ),
  listFields: (call) => json([...issueFields(call).values()].map(renderField)),
  /** `GET /permissionscheme`: who holds which permission is up to each project, so one scheme stands for all. */
  listPermissionSchemes(call) {
    const scheme = { id: 0, self: selfUrl(call, 'permissionscheme', 0), name: 'Default Permission Scheme' };
    return json({ permissionSchemes: [scheme] });
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
    const project = query.projectKey === undefined ? undefined : browsableProject(call, query.projectKey);
    const held = [...globalPermissions, ...projectPermissions].map((key) => {
      const havePermission = project ? holds(state, caller, key, project) : holdsAnywhere(state, caller, key);
      return [key, { key, name: key, havePermission }];
    });
    return json({ permissions: Object.fromEntries(held) as object });
  },
} satisfies SomeHandlers;

function one<Row>(table: { get(id: number): Row | undefined }, id: string, what: string): Row {
  return rowWithId(table, id, `The ${what} with id '${id}' does not exist`);
}
