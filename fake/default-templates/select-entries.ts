import type { Assumptions, DefaultsItem, WorldEntry } from '../../contracts/index.js';
import type { State } from '../state/state.js';
import { pairOf } from '../state/entry-values.js';
import { findProject } from '../tracker/projects/find-project.js';

/**
 * The entries of a template that a body in the defaults shape selects (document: Endpoints, rule 1): the union over
 * its items, each entry once, in the order of their ids. An item whose project is unknown selects nothing.
 */
export function selectEntries(
  state: State,
  assumptions: Assumptions,
  templateId: number,
  items: readonly DefaultsItem[],
): WorldEntry[] {
  const selected = new Map<number, WorldEntry>();
  for (const item of items) {
    const project = findProject(state, projectOf(item));
    if (project === undefined) continue;
    const entries = state.tables.entries.where('pair', pairOf(templateId, project.id));
    for (const entry of entries.filter((row) => matches(row, item, assumptions))) selected.set(entry.id, entry);
  }
  return [...selected.values()].sort((left, right) => left.id - right.id);
}

/** The project an item names, as text that is an id or a key; empty where it names none. */
export function projectOf(item: DefaultsItem): string {
  return item.projectId === undefined ? (item.projectKey ?? '') : String(item.projectId);
}

function matches(entry: WorldEntry, item: DefaultsItem, assumptions: Assumptions): boolean {
  const { issueTypeIds, requestTypeIds } = item;
  if (issueTypeIds === undefined && requestTypeIds === undefined) return assumptions['DT-N08'] === 'all';
  return entry.issueTypeId === undefined
    ? requestTypeIds?.includes(entry.requestTypeId as number) === true
    : issueTypeIds?.includes(entry.issueTypeId) === true;
}
