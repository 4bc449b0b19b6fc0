import type { State } from '../../state/state.js';

/** Removes an issue with its sub-tasks, comments and attachments. */
export function removeIssue(state: State, id: number): void {
  const { issues, comments, attachments } = state.tables;
  for (const subtask of issues.where('parent', id)) removeIssue(state, subtask.id);
  for (const comment of comments.where('issue', id)) comments.delete(comment.id);
  for (const attachment of attachments.where('issue', id)) attachments.delete(attachment.id);
  issues.delete(id);
}
