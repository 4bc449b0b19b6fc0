import { formatTrackerTime } from '../../contracts/index.js';
import type { Endpoints } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import type { CommentRow, IssueRow } from '../state/tables.js';
import type { Call, CallOf } from './call.js';
import { FieldError } from './fields/field.js';
import { paragraphKind } from './fields/value-kinds.js';
import { locateActivity, locateOwnActivity } from './issue-activity.js';
import { callerOf, requireInProject } from './permissions.js';
import { sizeOfPage } from './read-values.js';
import { renderUserByKey, selfUrl } from './render.js';
import type { View } from './render.js';
import { browsableIssue, touchIssue } from './rows.js';

/** The number of comments that the tracker lists if `maxResults` is left out. */
const ALL = 1_048_576;

const orders = new Set(['created', '+created', '-created']);

/** `GET /issue/{issueIdOrKey}/comment`: the comments of an issue, oldest first unless asked otherwise. */
export function listComments(call: CallOf<Endpoints['listComments']>): Answer {
  const { issue } = browsableIssue(call, call.parameters.issueIdOrKey);
  // A plus sign in a query is a space once it is decoded.
  const { startAt = 0, maxResults = ALL, orderBy = 'created' } = call.query;
  if (!orders.has(orderBy.trim())) throw new TrackerError(400, `Comments can't be ordered by '${orderBy}'.`);
  const comments = call.state.tables.comments.where('issue', issue.id);
  if (orderBy.startsWith('-')) comments.reverse();
  const page = comments.slice(startAt, startAt + sizeOfPage(maxResults, ALL));
  return json({ startAt, maxResults, total: comments.length, comments: page.map((row) => renderComment(call, row)) });
}

/** `POST /issue/{issueIdOrKey}/comment`: comments on an issue. */
export function addComment(call: CallOf<Endpoints['addComment']>): Answer {
  const { issue, project } = browsableIssue(call, call.parameters.issueIdOrKey);
  requireInProject(call, 'ADD_COMMENTS', project);
  const comment = storeComment(call, issue.id, checkedText(call.body.body, call.state));
  return json(renderComment(call, comment), 201);
}

/** `GET /issue/{issueIdOrKey}/comment/{commentId}`: one comment. */
export function getComment(call: CallOf<Endpoints['getComment']>): Answer {
  return json(renderComment(call, locateActivity(call, 'comments', call.parameters.commentId).row));
}

/** `PUT /issue/{issueIdOrKey}/comment/{commentId}`: replaces the text of a comment. */
export function editComment(call: CallOf<Endpoints['editComment']>): Answer {
  const { row } = locateOwnActivity(call, 'comments', call.parameters.commentId, 'edit');
  const edited = { ...row, body: checkedText(call.body.body, call.state), updated: call.clock.now() };
  call.state.tables.comments.set(edited);
  touchIssue(call, row.issueId);
  return json(renderComment(call, edited));
}

/** `DELETE /issue/{issueIdOrKey}/comment/{commentId}`: deletes a comment. */
export function deleteComment(call: CallOf<Endpoints['deleteComment']>): Answer {
  const { row } = locateOwnActivity(call, 'comments', call.parameters.commentId, 'delete');
  call.state.tables.comments.delete(row.id);
  touchIssue(call, row.issueId);
  return noContent;
}

function checkedText(text: string, state: State): string {
  try {
    return readCommentText(text, state);
  } catch (error) {
    if (error instanceof FieldError) throw TrackerError.ofFields({ comment: error.message });
    throw error;
  }
}

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

/** The text of a comment as a client wrote it. @throws FieldError */
export function readCommentText(value: unknown, state: State): string {
  const text = paragraphKind.read(value, state);
  if (text === null || text.trim() === '') throw new FieldError('Comment body can not be empty!');
  return text;
}

/** A comment as JSON. */
function renderComment(view: View, { id, issueId, author, body, created, updated }: CommentRow) {
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
