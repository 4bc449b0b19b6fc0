import type { WorldUser } from '../../../contracts/index.js';
import type { State } from '../../state/state.js';
import { readObject } from '../read-id.js';
import { renderUserByKey } from '../render/user.js';
import { userByName } from '../users/find-user.js';
import { FieldFault } from './value-kind.js';
import type { ValueKind } from './value-kind.js';

/** A user, named by name or key; kept by key. A user object that names nobody clears the field. */
export const userKind: ValueKind = {
  schema: { type: 'user' },
  unset: null,
  list: false,
  read: (value, state) => {
    const named = readObject(value);
    if (named === undefined) throw new FieldFault('data was not an object');
    const { name, key } = named;
    if ((name === null || name === '') && key === undefined) return null;
    const user = findUser(state, name, key);
    if (user === undefined) {
      const text = [name, key].find((part) => typeof part === 'string');
      throw new FieldFault(text === undefined ? 'User is not specified.' : `User '${text}' does not exist.`);
    }
    return { key: user.key };
  },
  render: (value, view) => renderUserByKey(view, (value as { key: string }).key),
};

function findUser(state: State, name: unknown, key: unknown): WorldUser | undefined {
  if (typeof key === 'string') return state.tables.users.get(key);
  return typeof name === 'string' ? userByName(state, name) : undefined;
}
