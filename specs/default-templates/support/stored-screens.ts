import type { Assumptions, Entry } from '../../../contracts/index.js';
import { expect } from '../../../fixtures/index.js';
import type { ProvidedProject } from '../../../fixtures/index.js';

/** The transition id that the document's path has: normally that of Create. */
export const CREATE = 1;

/** The transitions of the entries of a project, an array for each entry. */
export function transitionsIn(project: { readonly id: number }, entries: readonly Entry[]): unknown[][] {
  return entries.filter(({ projectId }) => projectId === project.id).map(({ transitions }) => transitions ?? []);
}

/**
 * The screen of a project's initial transition as an entry is to store it. If the harness can't know the screen,
 * anything matches that is there at all.
 */
export function initialScreen({ screens }: ProvidedProject, { 'DT-N10': names }: Assumptions): unknown {
  if (screens === undefined) return expect.anything();
  const properties = (Object.keys(names) as (keyof typeof names)[]).flatMap((property) => {
    const name = names[property];
    return name === null ? [] : [[name, screens.initial[property]] as const];
  });
  return Object.fromEntries(properties);
}

/** How many different values there are in a list. */
export function countDistinct(values: readonly unknown[]): number {
  return new Set(values.map((value) => JSON.stringify(value))).size;
}
