import type { Endpoints, ProjectPermission } from '../../contracts/index.js';
import { TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import type { Table } from '../state/table.js';
import type { CommentRow, IssueRow, ProjectRow, Visibility, WorklogRow } from '../state/tables.js';
import type { Call, CallOf, Reader } from './call.js';
import { callerOf, holdsInProject } from './permissions.js';
import { readId } from './read-values.js';
import { findRole } from './roles.js';
import { browsableIssue, projectOf } from './rows.js';

/** What users add to an issue, and its authors can change and show to some only. */
interface ActivityRows {
  readonly comments: CommentRow;
  readonly worklogs: WorklogRow;
}

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

type ActivityTables = { readonly [Kind in keyof ActivityRows]: Table<ActivityRows[Kind], number, 'issue'> };

/** The comments or the work of an issue that the caller may see, the oldest first. */
export function visibleActivity<Kind extends keyof ActivityRows>(
  reader: Reader,
  kind: Kind,
  issue: IssueRow,
): ActivityRows[Kind][] {
  const tables: ActivityTables = reader.state.tables;
  return tables[kind].where('issue', issue.id).filter((row) => isVisible(reader, issue, row));
}

type ActivityCall = Reader & { readonly parameters: { readonly issueIdOrKey: string } };

/** A comment or worklog of the issue that a call names. @throws TrackerError as {@link browsableIssue}, or 404 */
export function locateActivity<Kind extends keyof ActivityRows>(call: ActivityCall, kind: Kind, text: string) {
  const located = browsableIssue(call, call.parameters.issueIdOrKey);
  const tables: ActivityTables = call.state.tables;
  const row = tables[kind].get(readId(text) ?? 0);
  const { missing, elsewhere } = kinds[kind];
  if (row === undefined) throw new TrackerError(404, missing(text));
  if (row.issueId !== located.issue.id) throw new TrackerError(404, elsewhere(text, located.issue.key));
  if (!isVisible(call, located.issue, row)) throw new TrackerError(404, missing(text));
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
) {
  const found = locateActivity(call, kind, text);
  const { state, caller } = call;
  const { project } = found.located;
  const { permission, refusal } = kinds[kind];
  const isAuthor = found.row.author === caller?.key && holdsInProject(state, caller, permission, project);
  if (isAuthor || holdsInProject(state, caller, 'ADMINISTER_PROJECTS', project)) return found;
  throw refusal(deed, found.row.id, callerOf(call).displayName);
}

/** Whether the caller may see a comment or work of an issue that the caller may see. */
function isVisible({ state, caller }: Reader, issue: IssueRow, { visibility }: CommentRow | WorklogRow): boolean {
  if (visibility === undefined) return true;
  return visibility.type === 'group'
    ? isInGroup(caller, visibility.value)
    : hasRole(state, caller, visibility.value, projectOf(state, issue));
}

function isInGroup(caller: Call['caller'], group: string): boolean {
  return caller?.groups.includes(group) === true;
}

function hasRole(state: State, caller: Call['caller'], name: string, project: ProjectRow): boolean {
  const role = findRole({ name });
  return caller !== null && role !== undefined && holdsInProject(state, caller, role.holds, project);
}

export type SentVisibility = NonNullable<CallOf<Endpoints['addComment']>['body']['visibility']>;

// Seen: TestDefaultVisibilityValidatorForWorklogs, TestLinkIssueResource and TestIssueResourceTransitions of the product.
/** Reads who may see a comment or work; nobody restricts it to others than themselves. @throws TrackerError 400 */
export function readVisibility(
  reader: Reader,
  project: ProjectRow,
  sent: SentVisibility | null | undefined,
): Visibility | undefined {
  if (sent === null || sent === undefined) return undefined;
  const { type = '', value = '' } = sent;
  if (type !== 'group' && type !== 'role') {
    throw TrackerError.ofFields({
      comment: `Can not construct instance of com.atlassian.jira.issue.fields.rest.json.beans.VisibilityJsonBean$VisibilityType from String value '${type}': value not one of declared Enum instance names`,
    });
  }
  const problem = type === 'group' ? problemOfGroup(reader, value) : problemOfRole(reader, value, project);
  if (problem !== undefined) throw TrackerError.ofFields({ commentLevel: problem });
  return { type, value: type === 'group' ? value : (findRole({ name: value })?.name ?? value) };
}

function problemOfGroup({ state, caller }: Reader, group: string): string | undefined {
  if (!state.tables.users.any('group', group)) return `Group: ${group} does not exist.`;
  return isInGroup(caller, group) ? undefined : `You are currently not a member of the group: ${group}.`;
}

function problemOfRole({ state, caller }: Reader, name: string, project: ProjectRow): string | undefined {
  const role = findRole({ name });
  if (role === undefined) return `Role with id: ${name} does not exist.`;
  const has = hasRole(state, caller, name, project);
  return has ? undefined : `You are currently not a member of the project role: ${role.name}.`;
}
