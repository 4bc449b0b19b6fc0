import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import type { ProjectRow, State } from '../../state/state.js';
import { renderIssueTypes } from '../render/issue-type.js';
import { renderStatus } from '../render/status.js';
import { workflowOf } from '../transitions/workflow-of.js';
import { browsableProject } from './find-project.js';

/** `GET /project/{projectIdOrKey}/statuses`: the statuses the issues of each type can be in. */
export function listProjectStatuses(call: CallOf<Endpoints['listProjectStatuses']>): Answer {
  const project = browsableProject(call, call.parameters.projectIdOrKey);
  const types = project.issueTypeIds.flatMap((issueTypeId) => {
    const statuses = statusIds(call.state, project, issueTypeId).map((id) => renderStatus(call, id));
    return renderIssueTypes(call, [issueTypeId]).map((type) => ({ ...type, statuses }));
  });
  return json(types);
}

function statusIds(state: State, project: ProjectRow, issueTypeId: number): number[] {
  const { initial, transitions } = workflowOf(state, project, issueTypeId);
  const named = transitions.flatMap(({ from, to }) => (from === 'any' ? [to] : [...from, to]));
  return [...new Set([initial.to, ...named])];
}
