import type { Assumptions } from '../../../contracts/index.js';
import type { EntryChanges } from '../../../fixtures/index.js';

/** What DT-N04 says. */
type Faults = Assumptions['DT-N04'];

/**
 * What a creation made of a body with an item that can be carried out and one that can't, in the terms of DT-N04. The
 * other kinds of faults stay as they are assumed, and so does the rest where the call was not refused.
 */
export function creationFault(assumed: Faults, kind: Exclude<keyof Faults, 'rest'>, changes: EntryChanges): Faults {
  const { response, added, removed, changed, elsewhere } = changes;
  if (response.ok) return { ...assumed, [kind]: 'passed over' };
  const untouched = [added, removed, changed, elsewhere].every((list) => list.length === 0);
  return { ...assumed, [kind]: response.status, rest: untouched ? 'not created' : 'created' };
}
