import type { WorldUser } from '../../contracts/index.js';
import type { State } from './state.js';

/** The user with this name, in any case of its letters. */
export function userByName({ tables }: State, name: string): WorldUser | undefined {
  return tables.users.first('name', name.toLowerCase());
}

/** Whether a text begins a user's name, display name or address, or one of their words. */
function isCalled({ name, displayName, emailAddress }: WorldUser, text: string): boolean {
  return [name, displayName, emailAddress].some((words) => ` ${words.toLowerCase()}`.includes(` ${text}`));
}

/** The wanted users whose name, display name or address has a word that begins with a text, by display name. */
export function searchUsers(
  { tables }: Pick<State, 'tables'>,
  text: string,
  isWanted: (user: WorldUser) => boolean,
): WorldUser[] {
  const low = text.toLowerCase();
  const found = tables.users.all().filter((user) => isCalled(user, low) && isWanted(user));
  return found.sort((one, other) => one.displayName.localeCompare(other.displayName, 'en'));
}
