import type { Assumptions } from '../../../contracts/index.js';
import { changedNothing } from '../../../fixtures/index.js';
import type { Changes } from '../../../fixtures/index.js';

/** What DT-N04 says. */
type Faults = Assumptions['DT-N04'];

/** What can be wrong with an item. */
export type FaultKind = Exclude<keyof Faults, 'rest'>;

/**
 * What a creation made of a body with an item that can be carried out and one that can't, in the terms of DT-N04. What
 * becomes of the rest shows whether the call was refused.
 */
export function creationFault(kind: FaultKind, changes: Changes): Partial<Faults> {
  const { ok, status } = changes.response;
  if (ok) return { [kind]: 'passed over' };
  return { [kind]: status, rest: changedNothing(changes) ? 'not created' : 'created' };
}
