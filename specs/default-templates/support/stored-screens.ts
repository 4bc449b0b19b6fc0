import type { Entry } from '../../../contracts/index.js';
import { expect } from '../../../fixtures/index.js';
import type { ProvidedProject, Tracker } from '../../../fixtures/index.js';
import { propertyOf } from '../../support/json.js';

/** The transition id in the document's path, normally of the transition Create. */
export const CREATE = 1;

/** The reason for a test that can't check screens because the harness does not know them. */
export const ANY_SCREEN =
  'Which screen is stored: the sandbox does not name those of new projects (newProjectScreens), so any stored screen passes.';

/** The transitions of the entries of a project, an array for each entry. */
export function transitionsIn(project: { readonly id: number }, entries: readonly Entry[]): unknown[][] {
  return entries.filter(({ projectId }) => projectId === project.id).map(({ transitions }) => transitions ?? []);
}

/**
 * The screen of a project's initial transition as an entry is to store it. If the harness can't know the screen,
 * anything matches that is there at all; on a tracker that may name its properties otherwise (DT-N10), anything that has
 * no other screen in the property that is assumed to hold it. As long as no profile names the property, that one may hold
 * the id or the name of the transition.
 */
export function initialScreen(
  { screens }: ProvidedProject,
  {
    assumptions: { 'DT-N10': names },
    answersAsAssumed,
    accordingTo,
  }: Pick<Tracker, 'assumptions' | 'answersAsAssumed' | 'accordingTo'>,
): unknown {
  if (screens === undefined) return expect.anything();
  const { transitionId, name, screenId } = screens.initial;
  if (!answersAsAssumed) {
    return holdingNoOther(
      names.screenId,
      accordingTo('DT-N10') === 'profile' ? [screenId] : [screenId, transitionId, name],
    );
  }
  const properties = (Object.keys(names) as (keyof typeof names)[]).flatMap((property) => {
    const called = names[property];
    return called === null ? [] : [[called, screens.initial[property]] as const];
  });
  return expect.objectContaining(Object.fromEntries(properties));
}

/** Matches a stored screen that has one of these values in a property, numbers also as texts, or lacks the property. */
function holdingNoOther(
  property: string | null,
  values: readonly unknown[],
): { asymmetricMatch: (stored: unknown) => boolean } {
  const allowed = new Set(values.flatMap((value) => [value, String(value)]));
  return {
    asymmetricMatch: (stored) => {
      const held = property === null ? undefined : propertyOf(stored, property);
      return stored !== undefined && stored !== null && (held === undefined || allowed.has(held));
    },
  };
}

/** How many different values there are in a list. */
export function countDistinct(values: readonly unknown[]): number {
  return new Set(values.map((value) => JSON.stringify(value))).size;
}
