import { formatTrackerTime } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { SomeHandlers } from './call.js';
import { issueFields } from './fields/issue-fields.js';
import { renderField } from './fields/render-fields.js';
import { renderIssueType, renderPriority, renderResolution, renderStatus, selfUrl } from './render.js';
import { rowWithId } from './rows.js';
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
  getStatus(call) {
    const { statusIdOrName: named } = call.parameters;
    const { statuses } = call.state.tables;
    const status = statuses.first('name', named.toLowerCase()) ?? one(statuses, named, 'status');
    return json(renderStatus(call, status.id));
  },
  /** `GET /resolution`: every resolution of the tracker. */
  listResolutions: (call) => json(call.state.tables.resolutions.all().map((row) => renderResolution(call, row))),
  getResolution(call) {
    const { resolutionId: id } = call.parameters;
    const refusal = `The resolution with id '${id}' does not exist.`;
    return json(renderResolution(call, rowWithId(call.state.tables.resolutions, id, refusal)));
  },
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
