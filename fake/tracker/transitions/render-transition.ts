import type { Call } from '../../server/call.js';
import type { State } from '../../state/state.js';
import type { IssueField } from '../fields/issue-field.js';
import { issueFields } from '../fields/issue-fields.js';
import { renderFieldMeta } from '../fields/render-field.js';
import { isOnScreen } from '../fields/screen.js';
import type { Located } from '../issues/find-issue.js';
import { holdsInProject } from '../permissions.js';
import { renderStatus } from '../render/status.js';
import type { View } from '../view.js';
import { possibleTransitions } from './workflow-of.js';
import type { Transition } from './workflow-of.js';

/** The transitions the caller can take an issue through now, as JSON; none without the permission to. */
export function renderTransitions(call: View & Pick<Call, 'caller'>, { issue, project }: Located, withFields = false) {
  if (!holdsInProject(call.state, call.caller, 'TRANSITION_ISSUES', project)) return [];
  return possibleTransitions(call.state, project, issue).map((transition) => ({
    id: String(transition.id),
    name: transition.name,
    to: renderStatus(call, transition.to),
    hasScreen: transition.screenId !== null,
    isGlobal: transition.from === 'any',
    ...(withFields ? { fields: renderScreen(call, transition) } : {}),
  }));
}

/** Whether a field can be set at a transition: one without a screen takes none. */
export function canBeSetAt(state: State, { screenId }: Transition, fieldId: string): boolean {
  return screenId !== null && isOnScreen(state, screenId, fieldId);
}

function renderScreen(view: View, transition: Transition) {
  const shown = ({ id, kind }: IssueField) => kind !== undefined && canBeSetAt(view.state, transition, id);
  const fields = [...issueFields(view.state).values()].filter(shown);
  return Object.fromEntries(fields.map((field) => [field.id, renderFieldMeta(view, field)]));
}
