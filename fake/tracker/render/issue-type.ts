import type { WorldIssueType } from '../../../contracts/index.js';
import { selfUrl } from '../view.js';
import type { View } from '../view.js';

/** An issue type as JSON. */
export function renderIssueType(view: View, { id, name, description, subtask }: WorldIssueType) {
  return { self: selfUrl(view, 'issuetype', id), id: String(id), description, name, subtask };
}

/** The issue types with these ids as JSON, in this order. */
export function renderIssueTypes(view: View, ids: readonly number[]) {
  return ids.flatMap((id) => view.state.tables.issueTypes.get(id) ?? []).map((type) => renderIssueType(view, type));
}
