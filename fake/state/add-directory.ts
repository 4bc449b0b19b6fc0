import type { worldAdditionsSchema } from '../../contracts/index.js';
import { synchronize } from '../directory-sync/synchronize.js';
import type { Faults } from './faults.js';
import type { State } from './state.js';
import { directoryUserKey } from './state.js';

type DirectoryRows = Pick<ReturnType<typeof worldAdditionsSchema.parse>, 'connections' | 'directoryUsers'>;

/** Adds connections and what their directories hold, and synchronizes the connections that have anything new. */
export function addDirectory(state: State, rows: DirectoryRows, faults: Faults): void {
  const { connections, directoryUsers, users } = state.tables;
  for (const connection of rows.connections ?? []) {
    const place = `connections.${connection.name}`;
    faults.unless(connections.get(connection.id) === undefined, place, `the id ${connection.id} is taken`);
    faults.unless(!connections.any('name', connection.name), place, 'there is a connection with that name already');
    connections.set(connection);
  }
  const touched = new Set<number>();
  for (const row of rows.directoryUsers ?? []) {
    const place = `directoryUsers.${directoryUserKey(row.connectionId, row.userKey)}`;
    const connection = connections.get(row.connectionId);
    const unknown = Object.keys(row.values).filter((attribute) => connection?.attributes.includes(attribute) === false);
    const twin = directoryUsers.get(directoryUserKey(row.connectionId, row.userKey));
    faults.unless(twin === undefined, place, 'the directory holds that user already');
    faults.unless(connection !== undefined, place, `no connection ${row.connectionId}`);
    faults.unless(users.get(row.userKey) !== undefined, place, `no user with the key ${row.userKey}`);
    faults.unless(unknown.length === 0, place, `the connection has no attribute ${unknown.join(', ')}`);
    directoryUsers.set(row);
    touched.add(row.connectionId);
  }
  if (faults.list.length === 0) for (const connectionId of touched) synchronize(state, connectionId);
}
