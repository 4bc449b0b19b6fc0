import type { WorldWorkflow } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import { workflowOf } from '../state/state.js';
import type { State } from '../state/state.js';
import type { IssueRow } from '../state/tables.js';
import type { SomeHandlers } from './call.js';
import { isOnScreen } from './fields/field.js';
import { holdsInProject } from './permissions.js';
import { readId } from './read-values.js';
import { renderStatus } from './render.js';
import type { View } from './render.js';
import { issueFor, issueOf } from './rows.js';
import type { Located } from './rows.js';
import { applyChanges } from './write-issue.js';

export const transitionHandlers = {
  listTransitions(call) {
    const located = issueOf(call);
    return json({ transitions: renderTransitions(call, located) });
  },
  transitionIssue(call) {
    const located = issueFor(call, 'TRANSITION_ISSUES');
    const { transition: requested, fields, update } = call.body;
    const sent = requested?.id ?? undefined;
    if (sent === undefined) throw new TrackerError(400, "Missing 'transition' identifier");
    const id = readId(sent);
    const { transitions } = workflowOf(call.state, located.project, located.issue.issueTypeId);
    const transition = transitions.find((move) => move.id === id);
    if (transition === undefined) throw new TrackerError(400, `Transition id '${sent}' is not valid for this issue.`);
    if (!leadsOutOf(transition, located.issue)) {
      // Seen: JiraClientTest of Mylyn.
      const operation = `a workflow operation (${transition.name}) that is not valid for the current state of this issue`;
      throw new TrackerError(400, `It seems that you have tried to perform ${operation} (${located.issue.key}).`);
    }
    const settable = (fieldId: string) => canBeSetAt(call.state, transition, fieldId);
    applyChanges(call, located, { fields, update }, { settable, row: { statusId: transition.to } });
    return noContent;
  },
} satisfies SomeHandlers;

export function renderTransitions(call: View, { issue, project }: Located) {
  if (!holdsInProject(call.state, call.caller, 'TRANSITION_ISSUES', project)) return [];
  const { transitions } = workflowOf(call.state, project, issue.issueTypeId);
  const possible = transitions.filter((transition) => leadsOutOf(transition, issue));
  return possible.map((transition) => ({
    id: String(transition.id),
    name: transition.name,
    to: renderStatus(call, transition.to),
    hasScreen: transition.screenId !== null,
    isGlobal: transition.from === 'any',
  }));
}

/** Whether a field can be set at a transition: one without a screen takes none. */
function canBeSetAt(state: State, { screenId }: Transition, fieldId: string): boolean {
  return screenId !== null && isOnScreen(state, screenId, fieldId);
}

/** A transition that leads out of a status. */
export type Transition = WorldWorkflow['transitions'][number];

function leadsOutOf({ from }: Transition, { statusId }: IssueRow): boolean {
  return from === 'any' || from.includes(statusId);
}
