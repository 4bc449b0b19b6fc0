import { formatTrackerTime } from '../../contracts/index.js';
import type { Endpoints } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import type { CallOf } from './call.js';
import { issueFields } from './fields/issue-fields.js';
import { renderField } from './fields/render-fields.js';
import { renderIssueType, renderPriority, renderStatus } from './render.js';

/** `GET /issuetype`: every issue type of the tracker. */
export function listIssueTypes(call: CallOf<Endpoints['listIssueTypes']>): Answer {
  return json(call.state.tables.issueTypes.all().map((type) => renderIssueType(call, type)));
}

/** `GET /priority`: every priority, the most urgent first. */
export function listPriorities(call: CallOf<Endpoints['listPriorities']>): Answer {
  return json(call.state.tables.priorities.all().map((priority) => renderPriority(call, priority)));
}

/** `GET /status`: every status of the tracker. */
export function listStatuses(call: CallOf<Endpoints['listStatuses']>): Answer {
  return json(call.state.tables.statuses.all().map(({ id }) => renderStatus(call, id)));
}

/** `GET /field`: the tracker's own fields and the custom fields. */
export function listFields(call: CallOf<Endpoints['listFields']>): Answer {
  return json([...issueFields(call).values()].map(renderField));
}

/** `GET /serverInfo`: what kind of tracker this is. Needs no login. */
export function getServerInfo({ state, baseUrl, clock }: CallOf<Endpoints['getServerInfo']>): Answer {
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
}
