import { createHash } from 'node:crypto';
import { removalNames } from '../../../../contracts/default-templates/endpoints.js';
import type { EndpointName } from '../../../../contracts/index.js';

/**
 * The lists whose order the documents leave open, by the endpoint that answers them and where they stand there. Not among
 * them: the ids of a plan's cases and templates ("in plan order"), rows, cells and comments of steps, and elements of user
 * lists, whose order is a setting (AD-N11).
 */
const lists: { readonly [Name in EndpointName]?: readonly RegExp[] } = {
  ...repeat(['listByProject', 'listByProjectAndTemplate', 'listByTemplate', 'filterByTemplate'], [/^$/]),
  ...repeat(removalNames, [/^\/defaults$/]),
  create: [/^\/defaults$/, /^\/defaults\/\d+\/(issueTypeIds|requestTypeIds)$/],
  ...repeat(['setTransitions', 'clearTransitions'], [/^\/(updatedProjects|skippedProjects|errorMessages)$/]),
  listConnections: [/^\/[^/]*$/],
  // Plans, and the cases of each.
  ...repeat(['copyPlan', 'addTestCaseTemplates'], [/^\/[^/]*(\/\d+\/[^/]*)?$/]),
  ...repeat(['listFields', 'listIssueTypes', 'listPriorities', 'listStatuses', 'listProjects'], [/^$/]),
  ...repeat(['listProjectStatuses', 'listComponents'], [/^$/]),
  listTransitions: [/^\/transitions$/],
};

function repeat<Name extends EndpointName>(
  names: readonly Name[],
  places: readonly RegExp[],
): { readonly [Each in Name]: readonly RegExp[] } {
  return Object.fromEntries(names.map((name) => [name, places])) as { readonly [Each in Name]: readonly RegExp[] };
}

/** A list as a tracker of a seed orders it if its order is open: always in the same way, and by nothing one can see. */
export function inOpenOrder(
  items: readonly unknown[],
  { endpoint, place, seed }: { readonly endpoint: string | undefined; readonly place: string; readonly seed: number },
): readonly unknown[] {
  const isOpen = lists[endpoint as EndpointName]?.some((one) => one.test(place)) === true;
  if (!isOpen) return items;
  const ranked = items.map((item) => ({ item, rank: rankOf(`${seed} ${JSON.stringify(item)}`) }));
  return ranked.sort((one, other) => one.rank - other.rank).map(({ item }) => item);
}

function rankOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}
