import type { ProjectPermission, WorldUser } from '../../contracts/index.js';
import { required, TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import { nameIn } from '../state/tables.js';
import type { IssueRow, ProjectRow } from '../state/tables.js';
import type { Call, Reader } from './call.js';
import { holdsInProject, requireInProject } from './permissions.js';
import { readId } from './read-values.js';

export function findProject({ tables }: State, idOrKey: string): ProjectRow | undefined {
  const id = readId(idOrKey);
  return id === undefined ? tables.projects.first('key', idOrKey) : tables.projects.get(id);
}

export function projectOf({ tables }: State, { projectId }: { readonly projectId: number }): ProjectRow {
  const project = tables.projects.get(projectId);
  if (project === undefined) throw new Error(`There is no project ${projectId}, and a row of it.`);
  return project;
}

/** The project with this id or key. @throws TrackerError 404 for one that is unknown or not for the caller to see */
export function browsableProject(call: Reader, idOrKey: string): ProjectRow {
  const project = findProject(call.state, idOrKey);
  if (project !== undefined && holdsInProject(call.state, call.caller, 'BROWSE_PROJECTS', project)) return project;
  const by = readId(idOrKey) === undefined ? 'key' : 'id';
  throw new TrackerError(404, `No project could be found with ${by} '${idOrKey}'.`);
}

export function browsableProjects({ state, caller }: Reader): ProjectRow[] {
  return state.tables.projects.all().filter((project) => holdsInProject(state, caller, 'BROWSE_PROJECTS', project));
}

/** The user with this name, in any case of its letters. */
export function userByName({ tables }: State, name: string): WorldUser | undefined {
  return tables.users.first('name', name.toLowerCase());
}

export interface Located {
  readonly issue: IssueRow;
  readonly project: ProjectRow;
}

export function findIssue({ tables }: State, idOrKey: string): IssueRow | undefined {
  const id = readId(idOrKey);
  return id === undefined ? tables.issues.first('key', idOrKey) : tables.issues.get(id);
}

/** A row of a project with the project; undefined if there is none, or none that the caller may see. */
export function seenRow<Row extends { readonly projectId: number }>(
  { state, caller }: Reader,
  row: Row | undefined,
): { readonly row: Row; readonly project: ProjectRow } | undefined {
  const project = row && state.tables.projects.get(row.projectId);
  if (row === undefined || project === undefined) return undefined;
  return holdsInProject(state, caller, 'BROWSE_PROJECTS', project) ? { row, project } : undefined;
}

export function seenIssue(reader: Reader, issue: IssueRow | undefined): Located | undefined {
  const seen = seenRow(reader, issue);
  return seen && { issue: seen.row, project: seen.project };
}

/** The issue with this id or key, in any case. @throws TrackerError 404 for one that is unknown, 403 for one that is not for the caller to see, 401 without a login */
export function browsableIssue({ state, caller }: Pick<Call, 'state' | 'caller'>, idOrKey: string): Located {
  const issue = required(findIssue(state, idOrKey.toUpperCase()), 'Issue Does Not Exist');
  const located = seenIssue({ state, caller }, issue);
  if (located !== undefined) return located;
  const hidden = 'You do not have the permission to see the specified issue.';
  throw caller === null ? new TrackerError(401, [hidden, 'Login Required']) : new TrackerError(403, hidden);
}

type IssueCall = Reader & { readonly parameters: { readonly issueIdOrKey: string } };

/** The issue that the path of a call names. @throws TrackerError as {@link browsableIssue} */
export function issueOf(call: IssueCall): Located {
  return browsableIssue(call, call.parameters.issueIdOrKey);
}

/** The same for a caller who holds a permission in its project. @throws TrackerError, 403 without the permission */
export function issueFor(call: IssueCall, permission: ProjectPermission): Located {
  const located = issueOf(call);
  requireInProject(call, permission, located.project);
  return located;
}

/** The row with an id that a client sent. @throws TrackerError 404 */
export function rowWithId<Row>(table: { get(id: number): Row | undefined }, id: string, refusal: string): Row {
  return required(table.get(readId(id) ?? 0), refusal);
}

export function touchIssue({ state, clock }: Pick<Call, 'state' | 'clock'>, issueId: number): void {
  const issue = state.tables.issues.get(issueId);
  if (issue !== undefined) state.tables.issues.set({ ...issue, updated: clock.now() });
}

/** Makes every issue that names a component or version in a field name another one there. */
export function nameOther({ tables }: State, field: Parameters<typeof nameIn>[0], id: number, other: number): void {
  for (const issue of tables.issues.where('named', nameIn(field, id))) {
    const ids = (issue.fields[field] as readonly unknown[]).map((one) => (one === String(id) ? String(other) : one));
    tables.issues.set({ ...issue, fields: { ...issue.fields, [field]: [...new Set(ids)] } });
  }
}

export function removeIssue(state: State, id: number): void {
  const { issues, links, comments, attachments, remoteLinks } = state.tables;
  const removed = [id];
  // The list grows while it is gone through: a world can hold sub-tasks of sub-tasks, however deep.
  for (const one of removed) {
    for (const subtask of issues.where('parent', one)) removed.push(subtask.id);
    for (const table of [comments, attachments, remoteLinks]) {
      for (const row of table.where('issue', one)) table.delete(row.id);
    }
    for (const link of [...links.where('source', one), ...links.where('target', one)]) links.delete(link.id);
    issues.delete(one);
  }
}
