import { changedNothing } from '../../../fixtures/index.js';
import type { Assumptions, Changes } from '../../../fixtures/index.js';

/** The changes that a refused update made nevertheless, in the terms of AD-N10. */
export function whatChanged(changes: Changes): Assumptions['AD-N10']['changed'] {
  return changedNothing(changes) ? 'nothing' : 'the rest';
}
