import type { Assumptions } from '../../../contracts/index.js';
import type { EntryChanges } from '../../../fixtures/index.js';

/** What DT-N04 says. */
type Faults = Assumptions['DT-N04'];

/**
 * What a creation made of a body with an item that can be carried out and one that can't, in the terms of DT-N04. What
 * becomes of the rest shows where the call was refused.
 */
export function creationFault(kind: Exclude<keyof Faults, 'rest'>, changes: EntryChanges): Partial<Faults> {
  const { response, added, removed, changed, elsewhere } = changes;
  if (response.ok) return { [kind]: 'passed over' };
  const untouched = [added, removed, changed, elsewhere].every((list) => list.length === 0);
  return { [kind]: response.status, rest: untouched ? 'not created' : 'created' };
}
