import type { DefaultsItem, WorldEntry } from '../../../contracts/index.js';
import { renderEntry } from '../../default-templates/entries.js';
import type { State } from '../../state/state.js';
import type { ProjectRow } from '../../state/tables.js';
import type { Override } from '../../tenants/implementation.js';
import type { Call } from '../../tracker/call.js';
import { findProject } from '../../tracker/rows.js';
import type { Removal } from '../answered.js';
import { changeHandlers, changeRequests } from '../defect.js';

/** Whether a path names its project by its key. */
export function isByKey(projectIdOrKey: string): boolean {
  return !/^\d+$/.test(projectIdOrKey);
}

/** Entries as the API answers them. */
export function rendered(entries: readonly WorldEntry[], { assumptions }: Pick<Call, 'assumptions'>) {
  return entries.map((entry) => renderEntry(entry, assumptions));
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

/** The project that an item of a body names. */
export function projectIn(state: State, { projectKey, projectId }: DefaultsItem): ProjectRow | undefined {
  return findProject(state, projectKey ?? String(projectId));
}

/** A tracker that reads the items of a body differently. */
export function itemsRead(
  name: 'create' | 'filterByTemplate' | 'deleteSelected',
  change: (items: readonly DefaultsItem[], state: State) => readonly DefaultsItem[],
): Override {
  return changeRequests(name, ({ defaults }, { state }) => ({ defaults: [...change(defaults, state)] }));
}

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

/** The entries left that have these properties in common with one that was removed. */
export function alike(...properties: readonly (keyof WorldEntry)[]) {
  return ({ removed, left }: Taken) =>
    left.filter((one) => removed.some((other) => properties.every((property) => other[property] === one[property])));
}

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

/** The removed entries of request types. */
export const ofRequestTypes = ({ removed }: Taken) =>
  removed.filter(({ requestTypeId }) => requestTypeId !== undefined);
