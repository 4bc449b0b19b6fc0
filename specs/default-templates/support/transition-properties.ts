import type { Assumptions } from '../../../contracts/index.js';

/** What DT-N10 says. */
type Names = Assumptions['DT-N10'];

/** How names look that the assumption does not foresee. */
const lookalikes: { readonly [Property in keyof Names]: RegExp } = {
  transitionId: /^id$|transition.*id/i,
  name: /name/i,
  screenId: /screen/i,
};

/** The names that the properties of an element of transitions have, in the terms of DT-N10. */
export function transitionProperties(element: unknown, assumed: Names): Names {
  const keys = Object.keys(element ?? {});
  const find = (property: keyof Names): string | null => {
    const name = assumed[property];
    if (name !== null && keys.includes(name)) return name;
    return keys.find((key) => lookalikes[property].test(key)) ?? null;
  };
  return { transitionId: find('transitionId'), name: find('name'), screenId: find('screenId') };
}
