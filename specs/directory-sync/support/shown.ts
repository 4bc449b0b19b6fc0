import type { UserListElement } from '../../../fixtures/index.js';

/**
 * Elements of a list, of all connections or of those with these names, without undocumented properties and without
 * attributes that have no value (AD-N17).
 */
export function shown(elements: readonly UserListElement[], names?: readonly string[]) {
  const wanted = elements.filter(({ configurationName }) => names?.includes(configurationName) ?? true);
  return wanted.map(({ username, configurationName, fields }) => ({
    username,
    configurationName,
    fields: withValue(fields),
  }));
}

/** The attributes that have a value: the others may be absent (AD-N17). */
export function withValue(fields: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== ''));
}

/** The elements on a page of a list. */
export function onPage<Item>(items: readonly Item[], page: number, size: number): Item[] {
  return items.slice(page * size, (page + 1) * size);
}
