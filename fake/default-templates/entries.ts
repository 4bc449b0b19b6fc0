import type { Assumptions, DefaultsItem, WorldEntry } from '../../contracts/index.js';
import type { State } from '../state/state.js';
import { findProject } from '../tracker/rows.js';

/**
 * The entries of a template that a body in the defaults shape selects (document: Endpoints, rule 1): the union over its
 * items, each entry once, sorted by id. An item with an unknown project selects nothing.
 */
export function selectEntries(
  state: State,
  assumptions: Assumptions,
  templateId: number,
  items: readonly DefaultsItem[],
): WorldEntry[] {
  const byProject = new Map<number, Selection>();
  for (const item of items) {
    const project = findProject(state, projectNamedBy(item));
    if (project !== undefined) byProject.set(project.id, widened(byProject.get(project.id), item, assumptions));
  }
  const selected = [...byProject].flatMap(([projectId, selection]) =>
    state.tables.entries
      .where('project', projectId)
      .filter((entry) => entry.templateId === templateId && matches(entry, selection)),
  );
  return selected.sort((left, right) => left.id - right.id);
}

/** The entries that all items of one project select. */
interface Selection {
  readonly all: boolean;
  readonly issueTypeIds: Set<number>;
  readonly requestTypeIds: Set<number>;
}

function widened(
  selection: Selection = { all: false, issueTypeIds: new Set(), requestTypeIds: new Set() },
  { issueTypeIds, requestTypeIds }: DefaultsItem,
  assumptions: Assumptions,
): Selection {
  const namesNoTypes = issueTypeIds === undefined && requestTypeIds === undefined;
  for (const id of issueTypeIds ?? []) selection.issueTypeIds.add(id);
  for (const id of requestTypeIds ?? []) selection.requestTypeIds.add(id);
  return namesNoTypes && assumptions['DT-N08'] === 'all' ? { ...selection, all: true } : selection;
}

export function projectNamedBy(item: DefaultsItem): string {
  return item.projectId === undefined ? (item.projectKey ?? '') : String(item.projectId);
}

function matches({ issueTypeId, requestTypeId }: WorldEntry, selection: Selection): boolean {
  if (selection.all) return true;
  return issueTypeId === undefined
    ? requestTypeId !== undefined && selection.requestTypeIds.has(requestTypeId)
    : selection.issueTypeIds.has(issueTypeId);
}

/** An entry as the API answers it (document: Default template entry). */
export function renderEntry(entry: WorldEntry, assumptions: Assumptions): Record<string, unknown> {
  const { id, templateId, projectId, issueTypeId, requestTypeId } = entry;
  const type =
    issueTypeId === undefined
      ? { requestTypeId, serviceDesk: true }
      : { issueTypeId: String(issueTypeId), serviceDesk: false };
  const transitions = entry.transitions.map((transition) => renderTransition(transition, assumptions));
  return { id, templateId, projectId, ...type, transitions };
}

/** An element of transitions, with the property names of DT-N10. */
function renderTransition(
  transition: WorldEntry['transitions'][number],
  assumptions: Assumptions,
): Record<string, unknown> {
  const names = assumptions['DT-N10'];
  const properties = (Object.keys(names) as (keyof typeof names)[]).flatMap((property) => {
    const name = names[property];
    return name === null ? [] : [[name, transition[property]] as const];
  });
  return Object.fromEntries(properties);
}
