import type { Endpoints } from '../../../contracts/index.js';
import { json, noContent } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { TrackerError } from '../../server/tracker-error.js';
import { applyChanges } from '../issues/apply-changes.js';
import { browsableIssue } from '../issues/find-issue.js';
import { readExpand } from '../read-expand.js';
import { readId } from '../read-id.js';
import { requireInProject } from '../require-permission.js';
import { canBeSetAt, renderTransitions } from './render-transition.js';
import { possibleTransitions } from './workflow-of.js';

/** `GET /issue/{issueIdOrKey}/transitions`: where the caller can take the issue from its status. */
export function listTransitions(call: CallOf<Endpoints['listTransitions']>): Answer {
  const located = browsableIssue(call, call.parameters.issueIdOrKey);
  const { transitionId, expand } = call.query;
  const all = renderTransitions(call, located, readExpand(expand).has('transitions.fields'));
  return json({
    expand: 'transitions',
    transitions: all.filter(({ id }) => transitionId === undefined || id === transitionId),
  });
}

/** `POST /issue/{issueIdOrKey}/transitions`: takes an issue through a transition and sets fields of its screen. */
export function transitionIssue(call: CallOf<Endpoints['transitionIssue']>): Answer {
  const located = browsableIssue(call, call.parameters.issueIdOrKey);
  requireInProject(call, 'TRANSITION_ISSUES', located.project);
  const { transition: wish, fields, update } = call.body;
  const id = readId(wish.id);
  const transition = possibleTransitions(call.state, located.project, located.issue).find((move) => move.id === id);
  if (transition === undefined) {
    throw new TrackerError(400, `Transition id '${wish.id}' is not valid for this issue.`);
  }
  const settable = (fieldId: string) => canBeSetAt(call.state, transition, fieldId);
  applyChanges(call, located, { fields, update }, { settable, row: { statusId: transition.to } });
  return noContent;
}
