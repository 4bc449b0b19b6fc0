import { isDeepStrictEqual } from 'node:util';
import { changedNothing } from '../../../fixtures/index.js';
import type {
  ApiResponse,
  Changes,
  DataOf,
  DefaultsRequest,
  Endpoints,
  Entry,
  ProvidedProject,
  ProvidedTemplate,
  ProvidedType,
} from '../../../fixtures/index.js';
import { inOrder, isObject, itemsOf, propertyOf } from '../../support/values.js';

/** An entry as it stands in a body, unchecked. */
type RawEntry = Readonly<Record<string, unknown>>;

/** The entries in the body of a list or a removal, unchecked; none if it has another shape. */
export function answeredEntries(body: unknown): RawEntry[] {
  return itemsOf(Array.isArray(body) ? body : propertyOf(body, 'defaults')).filter(isObject);
}

export function selectedCount(response: ApiResponse): number {
  return response.ok ? answeredEntries(response.json).length : 0;
}

export function refusedWithEffect(changes: readonly Changes[]): readonly Changes[] {
  return changes.filter((one) => !one.response.ok && !changedNothing(one));
}

/** An entry without its id and undocumented properties, and with whether it has a screen. */
export type Assigned = Omit<Entry, 'id' | 'transitions'> & { readonly hasScreen: boolean };

/** Entries in an order that depends on nothing but themselves. */
export function assigned(entries: readonly Omit<Entry, 'id'>[]): Assigned[] {
  const known = entries.map(({ projectId, templateId, issueTypeId, requestTypeId, serviceDesk, transitions = [] }) => {
    const type = issueTypeId === undefined ? { requestTypeId } : { issueTypeId };
    return { projectId, templateId, ...type, serviceDesk, hasScreen: transitions.length > 0 };
  });
  return inOrder(known);
}

/** The entries that have a stored screen and were to have none. */
export function unwantedScreens(seen: readonly Assigned[], expected: readonly Assigned[]): Assigned[] {
  const withScreen = expected.filter(({ hasScreen }) => !hasScreen).map((entry) => ({ ...entry, hasScreen: true }));
  return seen.filter((entry) => withScreen.some((one) => isDeepStrictEqual(one, entry)));
}

/** What a body or its echo assigns by projectKey: a text for each project and type, such as `ABC issue type 10001`, sorted. */
export function assignments({ defaults }: DefaultsRequest | DataOf<Endpoints['create']>): string[] {
  const all = defaults.flatMap(({ projectKey, issueTypeIds, requestTypeIds }) => [
    ...(issueTypeIds ?? []).map((id) => `${projectKey} issue type ${id}`),
    ...(requestTypeIds ?? []).map((id) => `${projectKey} request type ${id}`),
  ]);
  return all.sort();
}

export function issueTypeEntries(template: ProvidedTemplate, project: ProvidedProject, types: readonly ProvidedType[]) {
  const place = { templateId: template.id, projectId: project.id, serviceDesk: false };
  return types.map(({ id }) => ({ ...place, issueTypeId: String(id) }));
}

export function requestTypeEntries(
  template: ProvidedTemplate,
  project: ProvidedProject,
  types: readonly ProvidedType[],
) {
  const place = { templateId: template.id, projectId: project.id, serviceDesk: true };
  return types.map(({ id }) => ({ ...place, requestTypeId: id }));
}
