import { formatTrackerTime } from '../../../contracts/index.js';
import type { CommentRow, IssueRow } from '../../state/state.js';
import { renderUserByKey } from '../render/user.js';
import { selfUrl } from '../view.js';
import type { View } from '../view.js';

/** A comment as JSON. */
export function renderComment(view: View, { id, issueId, author, body, created, updated }: CommentRow) {
  const writer = renderUserByKey(view, author);
  return {
    self: selfUrl(view, 'issue', issueId, 'comment', id),
    id: String(id),
    author: writer,
    body,
    updateAuthor: writer,
    created: formatTrackerTime(created),
    updated: formatTrackerTime(updated),
  };
}

/** The comments of an issue as they stand among its fields. */
export function renderCommentsOf(view: View, { id }: IssueRow) {
  const comments = view.state.tables.comments.where('issue', id).map((row) => renderComment(view, row));
  return { comments, maxResults: comments.length, total: comments.length, startAt: 0 };
}
