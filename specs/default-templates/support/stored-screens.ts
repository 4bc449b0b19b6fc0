import type { Entry } from '../../../contracts/index.js';
import { expect } from '../../../fixtures/index.js';
import type { ProvidedProject, Tracker } from '../../../fixtures/index.js';
import { propertyOf } from '../../support/json.js';

/** The transition id that the document's path has: normally that of Create. */
export const CREATE = 1;

/** What a test does not see if the harness can't know the screens of a project's workflow. */
export const ANY_SCREEN =
  'Which screen is stored: the sandbox does not name those of new projects (newProjectScreens), so any stored screen passes.';

/** The transitions of the entries of a project, an array for each entry. */
export function transitionsIn(project: { readonly id: number }, entries: readonly Entry[]): unknown[][] {
  return entries.filter(({ projectId }) => projectId === project.id).map(({ transitions }) => transitions ?? []);
}

/**
 * The screen of a project's initial transition as an entry is to store it. If the harness can't know the screen,
 * anything matches that is there at all; on a tracker that may name its properties otherwise (DT-N10), anything that has
 * no other screen in the property that is assumed to hold it.
 */
export function initialScreen(
  { screens }: ProvidedProject,
  { assumptions: { 'DT-N10': names }, answersAsAssumed }: Pick<Tracker, 'assumptions' | 'answersAsAssumed'>,
): unknown {
  if (screens === undefined) return expect.anything();
  if (!answersAsAssumed) return holdingNoOther(names.screenId, screens.initial.screenId);
  const properties = (Object.keys(names) as (keyof typeof names)[]).flatMap((property) => {
    const name = names[property];
    return name === null ? [] : [[name, screens.initial[property]] as const];
  });
  return expect.objectContaining(Object.fromEntries(properties));
}

/** Matches a stored screen that has this id in a property, or lacks the property. */
function holdingNoOther(property: string | null, screenId: number): { asymmetricMatch: (stored: unknown) => boolean } {
  return {
    asymmetricMatch: (stored) => {
      const id = property === null ? undefined : propertyOf(stored, property);
      return (
        stored !== undefined && stored !== null && (id === undefined || id === screenId || id === String(screenId))
      );
    },
  };
}

/** How many different values there are in a list. */
export function countDistinct(values: readonly unknown[]): number {
  return new Set(values.map((value) => JSON.stringify(value))).size;
}
