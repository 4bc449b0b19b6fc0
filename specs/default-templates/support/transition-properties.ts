import type { Assumptions, ProvidedProject } from '../../../fixtures/index.js';

/** The answer to DT-N10. */
type Names = Assumptions['DT-N10'];
type Property = keyof Names;

/** Patterns for names if only the name is known. */
const lookalikes: { readonly [Name in Property]: RegExp } = {
  transitionId: /^id$|transition.*id/i,
  name: /name/i,
  screenId: /screen/i,
};

/**
 * The names that the properties of an element of transitions have, in the terms of DT-N10. If the screen of the
 * project is known, their values decide. If not, the names decide, the assumed names first.
 */
export function transitionProperties(
  element: object,
  { screens }: Pick<ProvidedProject, 'screens'>,
  assumed: Names,
): Names {
  const entries = Object.entries(element);
  const find = (property: Property): string | null => {
    if (screens !== undefined) {
      return entries.find(([, value]) => value === screens.initial[property])?.[0] ?? null;
    }
    const names = entries.map(([name]) => name);
    const name = assumed[property];
    if (name !== null && names.includes(name)) return name;
    return names.find((candidate) => lookalikes[property].test(candidate)) ?? null;
  };
  return { transitionId: find('transitionId'), name: find('name'), screenId: find('screenId') };
}
