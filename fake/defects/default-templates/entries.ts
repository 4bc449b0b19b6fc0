import type { DefaultsItem, WorldEntry } from '../../../contracts/index.js';
import type { State } from '../../state/state.js';
import type { ProjectRow } from '../../state/tables.js';
import type { Override } from '../../tenants/implementation.js';
import type { Call } from '../../tracker/call.js';
import { findProject } from '../../tracker/rows.js';
import { changeHandlers, changeRequests } from '../defect.js';

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

/** The keys of the projects whose keys begin with one of these and are longer. */
export function keysThatBegin({ tables }: State, keys: readonly string[]): string[] {
  const all = tables.projects.all().map(({ key }) => key);
  return all.filter((key) => keys.some((begin) => key !== begin && key.startsWith(begin)));
}

/** Removes entries without a word. */
function drop(state: State, entries: readonly WorldEntry[]): void {
  for (const { id } of entries) state.tables.entries.delete(id);
}

/** Puts entries back, as they are given. */
export function restore(state: State, entries: readonly WorldEntry[]): void {
  for (const entry of entries) state.tables.entries.set(entry);
}

/** A tracker that reads the items of a body differently. */
export function itemsRead(
  name: 'create' | 'filterByTemplate' | 'deleteSelected',
  change: (items: readonly DefaultsItem[], state: State) => readonly DefaultsItem[],
): Override {
  return changeRequests(name, ({ defaults }, { state }) => ({ defaults: [...change(defaults, state)] }));
}

/** The endpoints that remove entries. */
export type Removal = (typeof removals)[number];

/** A removal with the entries before and after it. A defect chooses other entries with it. */
interface Taken {
  readonly call: Pick<Call, 'state'> & { readonly parameters: Readonly<Record<string, string>> };
  /** The entries it removed. */
  readonly removed: readonly WorldEntry[];
  /** The entries that are left. */
  readonly left: readonly WorldEntry[];
}

/** A tracker that removes other entries than it should, and answers as if it had done it right. */
function removes(name: Removal | readonly Removal[], change: (taken: Taken) => void): Override {
  return changeHandlers(name, (call, answer) => {
    const before = call.state.tables.entries.all();
    const right = answer(call);
    const { entries } = call.state.tables;
    const removed = before.filter(({ id }) => entries.get(id) === undefined);
    change({ call, removed, left: entries.all() });
    return right;
  });
}

/** A tracker that keeps some of the entries it says it has removed. */
export function keeps(name: Removal | readonly Removal[], kept: (taken: Taken) => readonly WorldEntry[]): Override {
  return removes(name, (taken) => restore(taken.call.state, kept(taken)));
}

/** A tracker that removes more entries than the call names. */
export function takesToo(name: Removal | readonly Removal[], more: (taken: Taken) => readonly WorldEntry[]): Override {
  return removes(name, (taken) => drop(taken.call.state, more(taken)));
}

/** The entries left in the projects that lost some. */
export const sameProjects = ({ removed, left }: Taken) =>
  left.filter(({ projectId }) => removed.some((entry) => entry.projectId === projectId));

/** The entries left of the templates that lost some. */
export const sameTemplate = ({ removed, left }: Taken) =>
  left.filter(({ templateId }) => removed.some((entry) => entry.templateId === templateId));

/** The entries left of the same template in the same project. */
export const sameTemplateAndProject = ({ removed, left }: Taken) =>
  left.filter((one) =>
    removed.some((other) => other.templateId === one.templateId && other.projectId === one.projectId),
  );

/** Entries left of the same templates for types of the other kind with the same ids as types that lost entries. */
export const sameNumbers = ({ removed, left }: Taken) =>
  left.filter((one) =>
    removed.some(
      (other) =>
        other.templateId === one.templateId &&
        ((other.issueTypeId !== undefined && other.issueTypeId === one.requestTypeId) ||
          (other.requestTypeId !== undefined && other.requestTypeId === one.issueTypeId)),
    ),
  );

/** The entries left for the same request types. */
export const sameRequestType = ({ removed, left }: Taken) =>
  left.filter(
    ({ requestTypeId }) =>
      requestTypeId !== undefined && removed.some((entry) => entry.requestTypeId === requestTypeId),
  );

/** The removed entries of request types. */
export const ofRequestTypes = ({ removed }: Taken) =>
  removed.filter(({ requestTypeId }) => requestTypeId !== undefined);
