import { formatTrackerTime } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { required, TrackerError } from '../server/errors.js';
import { userByName } from '../state/users.js';
import type { SomeHandlers } from './call.js';
import { issueFields } from './fields/issue-fields.js';
import { renderField } from './fields/render-fields.js';
import { findOption, renderOption } from './fields/value-kinds.js';
import { readId } from './read-values.js';
import {
  renderIssueType,
  renderPriority,
  renderResolution,
  renderStatus,
  renderStatusCategory,
  selfUrl,
  statusCategories,
  pictures,
} from './render.js';
import type { View } from './render.js';
import { rowWithId, browsableProject } from './rows.js';

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
  /** `GET /statuscategory`: the categories that statuses are in. */
  listStatusCategories: (call) => json(statusCategories.map((category) => renderStatusCategory(call, category))),
  getStatusCategory(call) {
    const { categoryIdOrKey: named } = call.parameters;
    const category = statusCategories.find(({ id, key }) => key === named || id === readId(named));
    const refusal = `The status category with id '${named}' does not exist`;
    return json(renderStatusCategory(call, required(category, refusal)));
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
  getCustomFieldOption(call) {
    const { optionId } = call.parameters;
    const found = findOption(call.state, readId(optionId) ?? 0);
    const { field, value } = required(found, `A custom field option with id '${optionId}' does not exist`);
    return json(renderOption(call, field, value));
  },
  /** `GET /permissionscheme`: who holds which permission is up to each project, so one scheme stands for all. */
  listPermissionSchemes(call) {
    const scheme = {
      id: 0,
      self: selfUrl(call, 'permissionscheme', 0),
      name: 'Default Permission Scheme',
      description: '',
    };
    return json({ permissionSchemes: [{ expand: 'permissions,user,group,projectRole,field,all', ...scheme }] });
  },
  /** `GET /issuesecurityschemes`: none. */
  listSecuritySchemes: () => json({ issueSecuritySchemes: [] }),
  /** `GET /projectCategory`: none. */
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
  /** `GET /project/{projectIdOrKey}/avatars`: the pictures that a project can have. */
  listProjectAvatars(call) {
    browsableProject(call, call.parameters.projectIdOrKey);
    return json({ system: [avatar(call, 'project', true)], custom: [] });
  },
  /** `GET /user/avatars`: the pictures that a user can have. */
  listUserAvatars(call) {
    const { username = '' } = call.query;
    required(userByName(call.state, username), `The user named '${username}' does not exist`);
    return json({ system: [avatar(call, 'user', true)], custom: [] });
  },
  /** `GET /avatar/{type}/system`: the pictures of the tracker itself for a kind of thing. */
  listSystemAvatars(call) {
    const { type } = call.parameters;
    if (type !== 'project' && type !== 'user')
      throw new TrackerError(404, `No avatars with type '${type}' were found.`);
    return json({ system: [avatar(call, type, false)] });
  },
  showUserAvatar: showAvatar,
  showProjectAvatar: showAvatar,
  showTypeAvatar: showAvatar,
} satisfies SomeHandlers;

function one<Row>(table: { get(id: number): Row | undefined }, id: string, what: string): Row {
  return rowWithId(table, id, `The ${what} with id '${id}' does not exist`);
}

/** A part of an issue that is no field and is listed among the fields. */
const issueKeyField = {
  ...{ id: 'issuekey', key: 'issuekey', name: 'Key', custom: false, orderable: false, navigable: true },
  searchable: false,
  clauseNames: ['id', 'issue', 'issuekey', 'key'],
};

/** The kinds of thing that have a picture: its only one, and the address that shows it. */
const kinds = { project: [10324, 'projectavatar'], user: [10122, 'useravatar'] } as const;

function avatar(view: View, type: keyof typeof kinds, isSelected: boolean) {
  const [id, page] = kinds[type];
  const urls = pictures((size) => `${view.baseUrl}/secure/${page}?${size}&avatarId=${id}`);
  return { id: String(id), isSystemAvatar: true, isSelected, isDeletable: false, urls, selected: isSelected };
}

/** The picture of everything: a grey square. */
const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"><rect width="48" height="48" fill="#999"/></svg>';

function showAvatar(): Answer {
  return { status: 200, bytes: [Buffer.from(SQUARE)], headers: { 'Content-Type': 'image/svg+xml;charset=UTF-8' } };
}
