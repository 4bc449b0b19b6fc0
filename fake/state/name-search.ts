import type { WorldUser } from '../../contracts/index.js';
import type { State } from './state.js';
import { compareKeys } from './table.js';
import { spend } from './work.js';

/** Whether a text begins a user's name, display name or address, or one of their words. */
function isCalled({ name, displayName, emailAddress }: WorldUser, text: string): boolean {
  return [name, displayName, emailAddress].some((words) => ` ${words.toLowerCase()}`.includes(` ${text}`));
}

/** The key to list users by: the display name without case and accents. */
function listedBy({ displayName }: WorldUser): string {
  return displayName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The wanted users whose name, display name or address has a word that begins with a text, by display name. */
export function searchUsers(
  { tables }: Pick<State, 'tables'>,
  text: string,
  isWanted: (user: WorldUser) => boolean,
): WorldUser[] {
  const low = text.toLowerCase();
  const all = tables.users.all();
  spend(10 * all.length);
  const found = all.filter((user) => isCalled(user, low) && isWanted(user));
  return found
    .map((user) => [listedBy(user), user] as const)
    .sort(([left, { key }], [right, other]) => compareKeys(left, right) || compareKeys(key, other.key))
    .map(([, user]) => user);
}
