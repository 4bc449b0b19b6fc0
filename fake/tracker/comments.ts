import { formatTrackerTime } from '../../contracts/index.js';
import type { Endpoints } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import type { CommentRow, IssueRow } from '../state/tables.js';
import type { Call, CallOf, Reader, SomeHandlers } from './call.js';
import { FieldError } from './fields/field.js';
import { paragraphKind } from './fields/value-kinds.js';
import { callerOf, holdsInProject } from './permissions.js';
import { readExpand, readId, readObject, sizeOfPage } from './read-values.js';
import { escapeText, renderUserByKey, selfUrl } from './render.js';
import type { View } from './render.js';
import { issueOf, touchIssue } from './rows.js';
import type { Located } from './rows.js';

/** The number of comments that the tracker lists if `maxResults` is left out. */
const ALL = 1_048_576;

export const commentHandlers = {
  listComments(call) {
    const { issue } = issueOf(call);
    const { startAt = 0, maxResults = ALL } = call.query;
    const comments = commentsOf(call.state, issue);
    const page = comments.slice(startAt, startAt + sizeOfPage(maxResults, ALL));
    return json({ startAt, maxResults, total: comments.length, comments: page.map((row) => renderAsked(call, row)) });
  },
  addComment(call) {
    const located = issueOf(call);
    return json(renderAsked(call, storeComment(call, located, call.body)), 201);
  },
  getComment: (call) => json(renderAsked(call, locateComment(call).row)),
  editComment(call) {
    const row = ownComment(call, 'edit');
    const body = checkedText(call.body.body, call.state);
    const updated = formatTrackerTime(call.clock.now());
    const changed: CommentRow = { ...row, body, updated, updateAuthor: callerOf(call).key };
    call.state.tables.comments.set(changed);
    touchIssue(call, row.issueId);
    return json(renderAsked(call, changed));
  },
  deleteComment(call) {
    const row = ownComment(call, 'delete');
    call.state.tables.comments.delete(row.id);
    touchIssue(call, row.issueId);
    return noContent;
  },
} satisfies SomeHandlers;

/** The comments of an issue, the oldest first. */
function commentsOf({ tables }: State, { id }: IssueRow): CommentRow[] {
  return tables.comments.where('issue', id);
}

type LocatingCall = Reader & { readonly parameters: { readonly issueIdOrKey: string; readonly commentId: string } };

// Seen, here and below: TestCommentResource and TestDefaultCommentService of the product.
/** The comment that a call names. @throws TrackerError 404 for one that is unknown or elsewhere */
function locateComment(call: LocatingCall) {
  const { issue, project } = issueOf(call);
  const { commentId } = call.parameters;
  const row = call.state.tables.comments.get(readId(commentId) ?? 0);
  if (row?.issueId === issue.id) return { row, project };
  throw new TrackerError(404, `Can not find a comment for the id: ${commentId}.`);
}

/** The same for a caller who may change it, as its author or as an administrator of the project. @throws TrackerError */
function ownComment(call: LocatingCall, deed: 'edit' | 'delete'): CommentRow {
  const found = locateComment(call);
  const { state, caller } = call;
  const isAuthor = found.row.author === caller?.key && holdsInProject(state, caller, 'ADD_COMMENTS', found.project);
  if (isAuthor || holdsInProject(state, caller, 'ADMINISTER_PROJECTS', found.project)) return found.row;
  throw new TrackerError(400, `You do not have permission to ${deed} comment with id: ${found.row.id}`);
}

export type SentComment = CallOf<Endpoints['addComment']>['body'];

type CommentCall = Pick<Call, 'state' | 'caller' | 'clock'>;

/** Adds a comment by the caller to an issue. @throws TrackerError 400 */
export function storeComment(call: CommentCall, { issue, project }: Located, sent: SentComment): CommentRow {
  const { state, caller, clock } = call;
  if (!holdsInProject(state, caller, 'ADD_COMMENTS', project)) {
    // Seen: the product's tests of its DefaultCommentService.
    throw new TrackerError(
      400,
      `${callerOf(call).displayName}, you do not have the permission to comment on this issue.`,
    );
  }
  const created = formatTrackerTime(clock.now());
  const row: CommentRow = {
    id: state.nextId('comment'),
    issueId: issue.id,
    author: callerOf(call).key,
    body: checkedText(sent.body, state),
    created,
    updated: created,
  };
  state.tables.comments.set(row);
  touchIssue(call, issue.id);
  return row;
}

/** Reads `{ add: { body } }` of an edit of the issue. @throws FieldError */
export function readAddedComment(operation: Readonly<Record<string, unknown>>): SentComment {
  const sent = readObject(operation['add']);
  if (sent === undefined) throw new FieldError("A comment takes the operation 'add' with an object.");
  if ((sent['visibility'] ?? null) !== null) throw new FieldError('Comments that only some may see are not supported.');
  return { body: typeof sent['body'] === 'string' ? sent['body'] : null };
}

/** The text of a comment as a client wrote it. @throws TrackerError 400 */
function checkedText(text: string | null | undefined, state: State): string {
  const refused = (comment: string) => TrackerError.ofFields({ comment });
  if ((text ?? '').trim() === '') throw refused('Comment body can not be empty!');
  try {
    return String(paragraphKind.read(text, state));
  } catch (error) {
    throw error instanceof FieldError ? refused(error.message) : error;
  }
}

function renderComment(view: View, row: CommentRow) {
  const { id, issueId, author, updateAuthor = author, body, created, updated } = row;
  return {
    self: selfUrl(view, 'issue', issueId, 'comment', id),
    id: String(id),
    author: renderUserByKey(view, author),
    body,
    updateAuthor: renderUserByKey(view, updateAuthor),
    created,
    updated,
  };
}

function renderAsked(call: View & { readonly query: { readonly expand?: string | undefined } }, row: CommentRow) {
  const isAsked = readExpand(call.query.expand).has('renderedBody');
  return { ...renderComment(call, row), ...(isAsked && { renderedBody: escapeText(row.body) }) };
}

export function renderCommentsOf(view: View, issue: IssueRow) {
  const comments = commentsOf(view.state, issue).map((row) => renderComment(view, row));
  return { comments, maxResults: comments.length, total: comments.length, startAt: 0 };
}
