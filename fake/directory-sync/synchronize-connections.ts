import { SpaceError } from '../spaces/space-error.js';
import type { State } from '../state/state.js';
import { synchronize } from './synchronize.js';

/** Synchronizes a connection, by id or name, or all of them. @throws SpaceError for one that is not there */
export function synchronizeConnections(state: State, idOrName?: string): void {
  const all = state.tables.connections.all();
  const wanted = all.filter(({ id, name }) => idOrName === undefined || String(id) === idOrName || name === idOrName);
  if (wanted.length === 0 && idOrName !== undefined) {
    const names = all.map(({ name }) => name).join(', ') || 'none';
    throw new SpaceError(404, `There is no connection '${idOrName}'. There are: ${names}.`);
  }
  for (const { id } of wanted) synchronize(state, id);
}
