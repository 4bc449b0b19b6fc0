import type { Entry } from '../../../contracts/index.js';

/** Entries in the order of their ids, if the order of an answer says nothing. */
export function byId(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((left, right) => left.id - right.id);
}
