import type { UserListQuery } from '../../../contracts/index.js';
import type { Variant } from '../../spaces/behaviour.js';
import { changeHandlers } from '../change-handlers.js';
import type { lists } from './answers.js';

/** A tracker that takes the query of a list for another one. */
export function changeQuery(
  names: (typeof lists)[number] | typeof lists,
  change: (query: UserListQuery) => UserListQuery,
): Variant {
  return changeHandlers(names, (call, answer) => answer({ ...call, query: change(call.query) }));
}
