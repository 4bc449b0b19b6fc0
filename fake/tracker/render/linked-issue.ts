import type { IssueRow } from '../../state/state.js';
import { keptValue } from '../fields/value-kind.js';
import { priorityKind } from '../fields/priority-kind.js';
import { selfUrl } from '../view.js';
import type { View } from '../view.js';
import { renderIssueTypes } from './issue-type.js';
import { renderStatus } from './status.js';

/** The issue a sub-task belongs to, as JSON; undefined for an issue that is no sub-task. */
export function renderParent(view: View, { parentId }: IssueRow) {
  const parent = parentId === null ? undefined : view.state.tables.issues.get(parentId);
  return parent && renderLinkedIssue(view, parent);
}

/** The sub-tasks of an issue as JSON. */
export function renderSubtasks(view: View, { id }: IssueRow) {
  return view.state.tables.issues.where('parent', id).map((subtask) => renderLinkedIssue(view, subtask));
}

/** An issue as it stands in another one. */
function renderLinkedIssue(view: View, issue: IssueRow) {
  const { id, key, fields, statusId, issueTypeId } = issue;
  const priority = keptValue(priorityKind, fields['priority'], view.state);
  return {
    id: String(id),
    key,
    self: selfUrl(view, 'issue', id),
    fields: {
      summary: fields['summary'] ?? null,
      status: renderStatus(view, statusId),
      priority: priority === null ? null : priorityKind.render(priority, view, issue),
      issuetype: renderIssueTypes(view, [issueTypeId])[0] ?? null,
    },
  };
}
