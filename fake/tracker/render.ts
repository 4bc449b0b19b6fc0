import type { Assumptions, BasePaths, WorldIssueType, WorldUser } from '../../contracts/index.js';
import type { State } from '../state/state.js';
import type { ProjectRow } from '../state/tables.js';

/** The context for rendering rows as JSON: the tracker that holds them, its addresses, and the reader. */
export interface View {
  /** The tracker as it is; what a call changes is undone if the call fails. */
  readonly state: State;
  readonly assumptions: Assumptions;
  /** The tracker's base URL as the caller reached it, context path included. */
  readonly baseUrl: string;
  readonly basePaths: BasePaths;
  /** The user who reads; null without a login. */
  readonly caller: WorldUser | null;
  readonly clock: { now(): number };
}

interface Named {
  readonly id: number;
  readonly name: string;
  readonly description?: string;
}

/** The URL of a resource of the tracker's own API, for example `selfUrl(view, 'issue', 12001)`. */
export function selfUrl({ baseUrl, basePaths }: View, ...segments: readonly (string | number)[]): string {
  let url = baseUrl + basePaths.tracker;
  for (const segment of segments) url += `/${typeof segment === 'number' ? segment : encodeURIComponent(segment)}`;
  return url;
}

export function renderUser(view: View, user: WorldUser) {
  return {
    self: `${selfUrl(view, 'user')}?username=${encodeURIComponent(user.name)}`,
    key: user.key,
    name: user.name,
    displayName: user.displayName,
    emailAddress: user.emailAddress,
    active: user.active,
  };
}

export function renderUserByKey(view: View, key: string) {
  const user = view.state.tables.users.get(key);
  return user === undefined ? null : renderUser(view, user);
}

export function renderIssueType(view: View, { id, name, description, subtask }: WorldIssueType) {
  return { self: selfUrl(view, 'issuetype', id), id: String(id), description, name, subtask };
}

export function renderIssueTypes(view: View, ids: readonly number[]) {
  return ids.flatMap((id) => view.state.tables.issueTypes.get(id) ?? []).map((type) => renderIssueType(view, type));
}

export function renderNamed(view: View, kind: 'priority' | 'resolution', row: Named) {
  const { id, name, description } = row;
  return { self: selfUrl(view, kind, id), id: String(id), name, ...(description !== undefined && { description }) };
}

export function renderStatus(view: View, id: number) {
  const status = view.state.tables.statuses.get(id);
  if (status === undefined) return null;
  const { name, category } = status;
  return { self: selfUrl(view, 'status', id), id: String(id), name, statusCategory: { key: category } };
}

export function renderProjectSummary(view: View, { id, key, name, type }: ProjectRow) {
  return { self: selfUrl(view, 'project', id), id: String(id), key, name, projectTypeKey: type };
}

/** A text as HTML: escaped, and not rendered as wiki markup. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
