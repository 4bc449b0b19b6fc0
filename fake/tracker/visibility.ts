import { TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import type { CommentRow, IssueRow, ProjectRow, Visibility, WorklogRow } from '../state/tables.js';
import type { Call } from './call.js';
import { holdsInProject } from './permissions.js';
import { findRole } from './roles.js';
import { projectOf } from './rows.js';

type Reader = Pick<Call, 'state' | 'caller'>;

interface ActivityRows {
  readonly comments: CommentRow;
  readonly worklogs: WorklogRow;
}

/** The comments or the work of an issue that the caller may see, the oldest first. */
export function visibleActivity<Kind extends keyof ActivityRows>(
  reader: Reader,
  kind: Kind,
  issue: IssueRow,
): ActivityRows[Kind][] {
  const tables: { readonly [Each in keyof ActivityRows]: { where(name: 'issue', id: number): ActivityRows[Each][] } } =
    reader.state.tables;
  return tables[kind].where('issue', issue.id).filter((row) => isVisible(reader, issue, row));
}

/** Whether the caller may see a comment or work of an issue that the caller may see. */
export function isVisible(
  { state, caller }: Reader,
  issue: IssueRow,
  { visibility }: { readonly visibility?: Visibility | undefined },
): boolean {
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

/** A visibility as a client writes it. */
export interface SentVisibility {
  readonly type?: string | undefined;
  readonly value?: string | undefined;
}

// Seen: TestDefaultVisibilityValidatorForWorklogs, TestLinkIssueResource and TestIssueResourceTransitions of the product.
/** Reads who may see a comment or work; nobody restricts it to others than themselves. @throws TrackerError 400 */
export function readVisibility(
  { state, caller }: Reader,
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
  const problem =
    type === 'group' ? problemOfGroup(state, caller, value) : problemOfRole(state, caller, value, project);
  if (problem !== undefined) throw TrackerError.ofFields({ commentLevel: problem });
  return { type, value: type === 'group' ? value : (findRole({ name: value })?.name ?? value) };
}

function problemOfGroup({ tables }: State, caller: Call['caller'], group: string): string | undefined {
  if (tables.users.count('group', group) === 0) return `Group: ${group} does not exist.`;
  return isInGroup(caller, group) ? undefined : `You are currently not a member of the group: ${group}.`;
}

function problemOfRole(state: State, caller: Call['caller'], name: string, project: ProjectRow): string | undefined {
  const role = findRole({ name });
  if (role === undefined) return `Role with id: ${name} does not exist.`;
  const has = hasRole(state, caller, name, project);
  return has ? undefined : `You are currently not a member of the project role: ${role.name}.`;
}
