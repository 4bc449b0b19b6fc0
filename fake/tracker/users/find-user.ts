import type { WorldUser } from '../../../contracts/index.js';
import type { State } from '../../state/state.js';

/** The user with this name, in any case of its letters. */
export function userByName({ tables }: State, name: string): WorldUser | undefined {
  return tables.users.first('name', name.toLowerCase());
}
