import type { Assumptions } from '../../../contracts/index.js';

/** What a user name and the key of another user select together, by whom they select (AD-N12). */
export function selectedTogether(usernames: readonly string[]): Assumptions['AD-N12'] {
  return usernames.length === 0 ? 'intersection' : 'union';
}
