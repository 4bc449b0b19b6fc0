import type { WorldEntry } from '../../../contracts/index.js';
import type { Call } from '../../server/call.js';
import type { ProjectRow, State } from '../../state/state.js';
import { findProject } from '../../tracker/projects/find-project.js';

/** An entry as the API answers it. */
export type AnsweredEntry = Readonly<Record<string, unknown>>;

/** A removal result as the API answers it. */
export interface AnsweredRemoval {
  readonly removed: number;
  readonly defaults: readonly AnsweredEntry[];
}

/** The calls that list entries. */
export const lists = ['listByProject', 'listByProjectAndTemplate', 'listByTemplate', 'filterByTemplate'] as const;

/** The calls that remove the entries of one type. */
export const removalsOfType = [
  'deleteByProjectTemplateAndIssueType',
  'deleteByProjectTemplateAndRequestType',
  'deleteByTemplateAndIssueType',
  'deleteByTemplateAndRequestType',
] as const;

/** The calls that remove entries. */
export const removals = [
  'deleteByTemplate',
  'deleteSelected',
  'deleteByProject',
  'deleteByProjectAndTemplate',
  ...removalsOfType,
] as const;

/** Whether a path names its project by its key. */
export function isByKey(projectIdOrKey: string): boolean {
  return !/^\d+$/.test(projectIdOrKey);
}

/** The project a path names. */
export function projectNamed({ state }: Pick<Call, 'state'>, projectIdOrKey: string): ProjectRow | undefined {
  return findProject(state, projectIdOrKey);
}

/** Removes entries without a word. */
export function drop(state: State, entries: readonly WorldEntry[]): void {
  for (const { id } of entries) state.tables.entries.delete(id);
}

/** Puts entries back, as they are given. */
export function restore(state: State, entries: readonly WorldEntry[]): void {
  for (const entry of entries) state.tables.entries.set(entry);
}
