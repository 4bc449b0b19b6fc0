import type { ProjectPermission } from '../../contracts/index.js';
import { TrackerError } from '../server/errors.js';
import type { CommentRow, WorklogRow } from '../state/tables.js';
import type { Call } from './call.js';
import { callerOf, holdsInProject } from './permissions.js';
import { readId } from './read-values.js';
import { browsableIssue } from './rows.js';
import type { Located } from './rows.js';
import { isVisible } from './visibility.js';

interface ActivityRows {
  readonly comments: CommentRow;
  readonly worklogs: WorklogRow;
}

/** A kind of content that users add to an issue, and that its authors can change. */
interface ActivityKind {
  /** The permission that an author needs to change it. */
  readonly permission: ProjectPermission;
  readonly missing: (id: string) => string;
  /** The refusal for one of another issue. */
  readonly elsewhere: (id: string, key: string) => string;
  readonly refusal: (deed: string, id: number, caller: string) => TrackerError;
}

// Seen: TestCommentResource, TestWorklogResource and TestDefaultCommentService of the product.
const kinds: Readonly<Record<keyof ActivityRows, ActivityKind>> = {
  comments: {
    permission: 'ADD_COMMENTS',
    missing: (id) => `Can not find a comment for the id: ${id}.`,
    elsewhere: (_id, key) => `No comment with given ID found for issue ${key}`,
    refusal: (deed, id, caller) =>
      new TrackerError(
        400,
        deed === 'delete'
          ? `You do not have permission to delete comment with id: ${id}`
          : `${caller}, you do not have the permission to edit this comment.`,
      ),
  },
  worklogs: {
    permission: 'EDIT_ISSUES',
    missing: (id) => `Cannot find worklog with id: '${id}'.`,
    elsewhere: (id) => `Cannot find worklog with id: '${id}'.`,
    refusal: (deed, id) => new TrackerError(403, `You do not have permission to ${deed} the worklog with id: ${id}.`),
  },
};

type ActivityCall = Pick<Call, 'state' | 'caller'> & { readonly parameters: { readonly issueIdOrKey: string } };

/** A comment or worklog of the issue that a call names. @throws TrackerError as {@link browsableIssue}, or 404 */
export function locateActivity<Kind extends keyof ActivityRows>(
  call: ActivityCall,
  kind: Kind,
  text: string,
): { readonly located: Located; readonly row: ActivityRows[Kind] } {
  const located = browsableIssue(call, call.parameters.issueIdOrKey);
  const tables: { readonly [Each in keyof ActivityRows]: { get(id: number): ActivityRows[Each] | undefined } } =
    call.state.tables;
  const row = tables[kind].get(readId(text) ?? 0);
  if (row === undefined) throw new TrackerError(404, kinds[kind].missing(text));
  if (row.issueId !== located.issue.id) throw new TrackerError(404, kinds[kind].elsewhere(text, located.issue.key));
  if (!isVisible(call, located.issue, row)) throw new TrackerError(404, kinds[kind].missing(text));
  return { located, row };
}

/**
 * A comment or worklog that the caller may change, as its author or as an administrator of the project.
 *
 * @throws TrackerError as {@link locateActivity}, or the refusal of its kind
 */
export function locateOwnActivity<Kind extends keyof ActivityRows>(
  call: ActivityCall,
  kind: Kind,
  text: string,
  deed: string,
): { readonly located: Located; readonly row: ActivityRows[Kind] } {
  const found = locateActivity(call, kind, text);
  const { state, caller } = call;
  const { project } = found.located;
  const { permission, refusal } = kinds[kind];
  const isAuthor = found.row.author === caller?.key && holdsInProject(state, caller, permission, project);
  if (isAuthor || holdsInProject(state, caller, 'ADMINISTER_PROJECTS', project)) return found;
  throw refusal(deed, found.row.id, callerOf(call).displayName);
}
