import { isDeepStrictEqual } from 'node:util';
import { changedNothing } from '../../../fixtures/index.js';
import type {
  ApiResponse,
  Changes,
  DataOf,
  Endpoints,
  Entry,
  ProvidedProject,
  ProvidedTemplate,
  ProvidedType,
} from '../../../fixtures/index.js';
import { inOrder, isObject, itemsOf, propertyOf } from '../../support/values.js';

/** An entry as it stands in a body, unchecked. */
export interface RawEntry {
  readonly id?: unknown;
  readonly transitions?: unknown;
  readonly [property: string]: unknown;
}

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

/** The properties of a new entry that a test can predict: all but its id. */
export type ExpectedEntry = Partial<Omit<Entry, 'id'>>;

/**
 * Entries in an order that depends on nothing but themselves, without their ids and undocumented properties, and with
 * whether they have a screen.
 */
export function assigned(entries: readonly ExpectedEntry[]) {
  const known = entries.map(({ projectId, templateId, issueTypeId, requestTypeId, serviceDesk, transitions = [] }) => {
    const type = issueTypeId === undefined ? { requestTypeId } : { issueTypeId };
    return { projectId, templateId, ...type, serviceDesk, hasScreen: transitions.length > 0 };
  });
  return inOrder(known);
}

/** The entries that have a stored screen and were to have none. */
export function unwantedScreens(seen: ReturnType<typeof assigned>, expected: ReturnType<typeof assigned>) {
  const withScreen = expected.filter(({ hasScreen }) => !hasScreen).map((entry) => ({ ...entry, hasScreen: true }));
  return seen.filter((entry) => withScreen.some((one) => isDeepStrictEqual(one, entry)));
}

/** One type of one project, as text: `ABC issue type 10001`. */
export function assignment(project: { readonly key: string }, kind: 'issue type' | 'request type', id: number): string {
  return `${project.key} ${kind} ${id}`;
}

/** The entries that a creation says it created: a text for each project and type, in alphabetical order. */
export function echoedAssignments({ defaults }: DataOf<Endpoints['create']>): string[] {
  return defaults
    .flatMap(({ projectKey, issueTypeIds, requestTypeIds }) => [
      ...(issueTypeIds ?? []).map((id) => assignment({ key: projectKey }, 'issue type', id)),
      ...(requestTypeIds ?? []).map((id) => assignment({ key: projectKey }, 'request type', id)),
    ])
    .sort();
}

export function issueTypeEntries(
  template: ProvidedTemplate,
  project: ProvidedProject,
  types: readonly ProvidedType[],
): ExpectedEntry[] {
  const place = { templateId: template.id, projectId: project.id, serviceDesk: false };
  return types.map(({ id }) => ({ ...place, issueTypeId: String(id) }));
}

export function requestTypeEntries(
  template: ProvidedTemplate,
  project: ProvidedProject,
  types: readonly ProvidedType[],
): ExpectedEntry[] {
  const place = { templateId: template.id, projectId: project.id, serviceDesk: true };
  return types.map(({ id }) => ({ ...place, requestTypeId: id }));
}
