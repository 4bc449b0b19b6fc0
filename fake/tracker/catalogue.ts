import type { Endpoints } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import type { CallOf } from '../server/handler.js';
import { issueFields } from './fields/issue-fields.js';
import { renderField } from './fields/render-field.js';
import { renderIssueType } from './render/issue-type.js';
import { renderPriority } from './render/priority.js';
import { renderStatus } from './render/status.js';

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
export function listFields({ state }: CallOf<Endpoints['listFields']>): Answer {
  return json([...issueFields(state).values()].map(renderField));
}
