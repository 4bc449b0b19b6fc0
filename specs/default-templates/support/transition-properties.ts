import type { Assumptions } from '../../../contracts/index.js';
import type { ProvidedProject } from '../../../fixtures/index.js';

/** What DT-N10 says. */
type Names = Assumptions['DT-N10'];
type Property = keyof Names;

/** How names look of which nothing else is known. */
const lookalikes: { readonly [Name in Property]: RegExp } = {
  transitionId: /^id$|transition.*id/i,
  name: /name/i,
  screenId: /screen/i,
};

/**
 * The names that the properties of an element of transitions have, in the terms of DT-N10: told by what they hold if
 * the screen of the project is known, and else by how they look, the assumed ones first.
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
