import type { Call } from '../../server/call.js';
import type { CommentRow } from '../../state/state.js';
import { callerOf } from '../caller-of.js';
import { touchIssue } from '../issues/touch-issue.js';

/** Adds a comment by the caller to an issue. */
export function storeComment(
  call: Pick<Call, 'state' | 'caller' | 'clock'>,
  issueId: number,
  body: string,
): CommentRow {
  const created = call.clock.now();
  const author = callerOf(call).key;
  const comment = { id: call.state.nextId('comment'), issueId, author, body, created, updated: created };
  call.state.tables.comments.set(comment);
  touchIssue(call, issueId);
  return comment;
}
