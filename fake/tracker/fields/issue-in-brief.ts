import type { IssueRow } from '../../state/tables.js';
import { renderIssueTypes, renderStatus, selfUrl } from '../render.js';
import type { View } from '../render.js';
import { keptValue } from './field.js';
import { priorityKind } from './value-kinds.js';

/** An issue as it stands in another one. */
export function renderIssueInBrief(view: View, issue: IssueRow) {
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
