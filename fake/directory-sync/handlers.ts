import type { directorySyncEndpoints } from '../../contracts/directory-sync/endpoints.js';
import { TenantError } from '../server/errors.js';
import { synchronize } from '../state/directory.js';
import type { State } from '../state/state.js';
import type { HandlersOf } from '../tracker/call.js';
import * as lists from './list-users.js';
import * as reads from './read-users.js';
import { updateUsers } from './update-users.js';

/** The handlers of the directory-sync API. */
export const directorySyncHandlers: HandlersOf<typeof directorySyncEndpoints> = { ...reads, ...lists, updateUsers };

/** Synchronizes a connection, by id or name, or all of them. @throws TenantError for an unknown connection */
export function synchronizeConnections(state: State, idOrName?: string): void {
  const all = state.tables.connections.all();
  const wanted = all.filter(({ id, name }) => idOrName === undefined || String(id) === idOrName || name === idOrName);
  if (wanted.length === 0 && idOrName !== undefined) {
    const names = all.map(({ name }) => name).join(', ') || 'none';
    throw new TenantError(404, `There is no connection '${idOrName}'. There are: ${names}.`);
  }
  for (const { id } of wanted) synchronize(state, id);
}
