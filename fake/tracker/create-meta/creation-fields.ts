import type { ProjectRow } from '../../state/state.js';
import type { IssueField } from '../fields/issue-field.js';
import { issueFields } from '../fields/issue-fields.js';
import { renderFieldMeta } from '../fields/render-field.js';
import { isOnScreen } from '../fields/screen.js';
import { renderIssueTypes } from '../render/issue-type.js';
import { renderProjectSummary } from '../render/project.js';
import { workflowOf } from '../transitions/workflow-of.js';
import type { View } from '../view.js';

/** What an issue of a type takes when it is created in a project. */
export function creationFields(view: View, project: ProjectRow, issueTypeId: number) {
  const { screenId } = workflowOf(view.state, project, issueTypeId).initial;
  const subtask = view.state.tables.issueTypes.get(issueTypeId)?.subtask === true;
  const shown = ({ id, kind, required }: IssueField) => {
    if (required) return true;
    if (id === 'parent') return subtask;
    return kind !== undefined && (screenId === null || isOnScreen(view.state, screenId, id));
  };
  const allowed: Readonly<Record<string, unknown>> = {
    project: [renderProjectSummary(view, project)],
    issuetype: renderIssueTypes(view, [issueTypeId]),
  };
  return [...issueFields(view.state).values()].filter(shown).map((field) => ({
    ...renderFieldMeta(view, field),
    ...(field.id === 'parent' ? { required: true } : {}),
    ...(Object.hasOwn(allowed, field.id) ? { allowedValues: allowed[field.id] } : {}),
  }));
}
