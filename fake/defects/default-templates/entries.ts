import type { DefaultsItem, WorldEntry } from '../../../contracts/index.js';
import { renderEntry } from '../../default-templates/entries.js';
import type { State } from '../../state/state.js';
import type { ProjectRow } from '../../state/tables.js';
import type { Override } from '../../tenants/implementation.js';
import type { Call } from '../../tracker/call.js';
import { findProject } from '../../tracker/rows.js';
import type { Removal } from '../answered.js';
import { changeHandlers, changeRequests } from '../defect.js';

export function isByKey(projectIdOrKey: string): boolean {
  return !/^\d+$/.test(projectIdOrKey);
}

export function rendered(entries: readonly WorldEntry[], { assumptions }: Pick<Call, 'assumptions'>) {
  return entries.map((entry) => renderEntry(entry, assumptions));
}

export function keysThatBegin({ tables }: State, keys: readonly string[]): string[] {
  const all = tables.projects.all().map(({ key }) => key);
  return all.filter((key) => keys.some((begin) => key !== begin && key.startsWith(begin)));
}

export function projectIn(state: State, { projectKey, projectId }: DefaultsItem): ProjectRow | undefined {
  return findProject(state, projectKey ?? String(projectId));
}

export function itemsRead(
  name: 'create' | 'filterByTemplate' | 'deleteSelected',
  change: (items: readonly DefaultsItem[], state: State) => readonly DefaultsItem[],
): Override {
  return changeRequests(name, ({ defaults }, { state }) => ({ defaults: [...change(defaults, state)] }));
}

export type Bulk = 'setTransitions' | 'clearTransitions';

type Change = 'create' | Removal | Bulk;

/** What a call did to entries. A defect chooses other entries with it. */
interface Changed {
  readonly call: Pick<Call, 'state' | 'bodyText'> & { readonly parameters: Readonly<Record<string, string>> };
  /** The entries that it created. */
  readonly made: readonly WorldEntry[];
  /** The entries that it changed or removed, as they were. */
  readonly before: readonly WorldEntry[];
  /** The entries that there are now. */
  readonly left: readonly WorldEntry[];
}

/** A tracker that changes other entries than it should, and answers as if it had done it right. */
export function changeEntries(name: Change | readonly Change[], act: (changed: Changed) => void): Override {
  return changeHandlers(name, (call, answer) => {
    const { entries } = call.state.tables;
    const all = entries.all();
    const right = answer(call);
    const left = entries.all();
    const ids = new Set(all.map(({ id }) => id));
    const made = left.filter(({ id }) => !ids.has(id));
    act({ call, made, before: all.filter((entry) => entries.get(entry.id) !== entry), left });
    return right;
  });
}

/** A tracker that keeps some of the entries it says it has changed or removed. */
export function keeps(name: Change | readonly Change[], kept: (changed: Changed) => readonly WorldEntry[]): Override {
  return changeEntries(name, (changed) => {
    for (const entry of kept(changed)) changed.call.state.tables.entries.set(entry);
  });
}

export function takesToo(name: Removal, more: (changed: Changed) => readonly WorldEntry[]): Override {
  return changeEntries(name, (changed) => {
    for (const { id } of more(changed)) changed.call.state.tables.entries.delete(id);
  });
}

/** The entries left that have these properties in common with one that was removed. */
export function alike(...properties: readonly (keyof WorldEntry)[]) {
  return ({ before, left }: Changed) =>
    left.filter((one) => before.some((other) => properties.every((property) => other[property] === one[property])));
}

/** Entries left of the same templates for types of the other kind with the same ids as types that lost entries. */
export const sameNumbers = ({ before, left }: Changed) =>
  left.filter((one) =>
    before.some(
      (other) =>
        other.templateId === one.templateId &&
        ((other.issueTypeId !== undefined && other.issueTypeId === one.requestTypeId) ||
          (other.requestTypeId !== undefined && other.requestTypeId === one.issueTypeId)),
    ),
  );

export const ofRequestTypes = ({ before }: Changed) =>
  before.filter(({ requestTypeId }) => requestTypeId !== undefined);

export const ofFurtherProjects = ({ before }: Changed) =>
  before.filter(({ projectId }) => projectId !== before[0]?.projectId);

export const lastOfSeveral = ({ before }: Changed) => (before.length > 1 ? before.slice(-1) : []);

export const allByKey = ({ call, before }: Changed) => (isByKey(call.parameters['projectIdOrKey'] ?? '') ? before : []);
