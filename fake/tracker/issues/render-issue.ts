import type { IssueRow } from '../../state/state.js';
import type { IssueField } from '../fields/issue-field.js';
import { selfUrl } from '../view.js';
import type { View } from '../view.js';

/** An issue as JSON, with these of its fields. */
export function renderIssue(view: View, issue: IssueRow, fields: readonly IssueField[]) {
  return {
    id: String(issue.id),
    self: selfUrl(view, 'issue', issue.id),
    key: issue.key,
    fields: Object.fromEntries(fields.map((field) => [field.id, field.render(view, issue)])),
  };
}
