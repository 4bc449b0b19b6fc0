import type { Endpoints } from '../../../contracts/index.js';
import { json, noContent } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { Call } from '../../server/call.js';
import type { CallOf } from '../../server/handler.js';
import { TrackerError } from '../../server/tracker-error.js';
import type { CommentRow, State } from '../../state/state.js';
import { FieldFault } from '../fields/value-kind.js';
import { browsableIssue } from '../issues/find-issue.js';
import type { Located } from '../issues/find-issue.js';
import { touchIssue } from '../issues/touch-issue.js';
import { holdsInProject } from '../permissions.js';
import { readId } from '../read-id.js';
import { requireInProject } from '../require-permission.js';
import { readCommentText } from './comment-text.js';
import { renderComment } from './render-comment.js';
import { storeComment } from './store-comment.js';

/** As many comments as the tracker lists when nobody says how many. */
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
  const page = comments.slice(startAt, startAt + maxResults);
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
  const { issue } = browsableIssue(call, call.parameters.issueIdOrKey);
  return json(renderComment(call, findComment(call, issue.id, call.parameters.commentId)));
}

/** `PUT /issue/{issueIdOrKey}/comment/{commentId}`: replaces the text of a comment. */
export function editComment(call: CallOf<Endpoints['editComment']>): Answer {
  const located = browsableIssue(call, call.parameters.issueIdOrKey);
  const comment = findComment(call, located.issue.id, call.parameters.commentId);
  requireOwn(call, located, comment, 'edit');
  const edited = { ...comment, body: checkedText(call.body.body, call.state), updated: call.clock.now() };
  call.state.tables.comments.set(edited);
  touchIssue(call, located.issue.id);
  return json(renderComment(call, edited));
}

/** `DELETE /issue/{issueIdOrKey}/comment/{commentId}`: deletes a comment. */
export function deleteComment(call: CallOf<Endpoints['deleteComment']>): Answer {
  const located = browsableIssue(call, call.parameters.issueIdOrKey);
  const comment = findComment(call, located.issue.id, call.parameters.commentId);
  requireOwn(call, located, comment, 'delete');
  call.state.tables.comments.delete(comment.id);
  touchIssue(call, located.issue.id);
  return noContent;
}

function findComment({ state }: Pick<Call, 'state'>, issueId: number, text: string): CommentRow {
  const id = readId(text);
  const comment = id === undefined ? undefined : state.tables.comments.get(id);
  if (comment?.issueId !== issueId) throw new TrackerError(404, `Can not find a comment for the id: ${text}.`);
  return comment;
}

/** A comment is changed by its author or by who administers the project. */
function requireOwn(
  call: Pick<Call, 'state' | 'caller'>,
  { project }: Located,
  comment: CommentRow,
  deed: string,
): void {
  const mine = comment.author === call.caller?.key && holdsInProject(call.state, call.caller, 'ADD_COMMENTS', project);
  if (mine || holdsInProject(call.state, call.caller, 'ADMINISTER_PROJECTS', project)) return;
  throw new TrackerError(403, `You do not have permission to ${deed} the comment with id: ${comment.id}.`);
}

function checkedText(text: string, state: State): string {
  try {
    return readCommentText(text, state);
  } catch (error) {
    if (error instanceof FieldFault) throw TrackerError.ofFields({ comment: error.message });
    throw error;
  }
}
