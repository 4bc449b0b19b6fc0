import type { WorldConnection, WorldDirectoryUser } from '../../contracts/index.js';
import type { State, SyncedUserRow } from '../state/state.js';
import { directoryUserKey, syncedUserKey } from '../state/state.js';

/**
 * One synchronization of a connection: the tracker then has of each of its users what the directory holds, whatever was
 * updated since the last one (document: Endpoints, rule 3), and nothing of users the directory no longer has. A
 * connection that is not enabled is synchronized too, so that its rows are there to be hidden.
 */
export function synchronize(state: State, connectionId: number): void {
  const { connections, directoryUsers, syncedUsers } = state.tables;
  const connection = connections.get(connectionId);
  if (connection === undefined) return;
  for (const { username, userKey } of syncedUsers.where('connection', connectionId)) {
    if (directoryUsers.get(directoryUserKey(connectionId, userKey)) === undefined) {
      syncedUsers.delete(syncedUserKey(username, connectionId));
    }
  }
  for (const user of directoryUsers.where('connection', connectionId)) {
    const row = rowOf(state, connection, user);
    if (row !== undefined) syncedUsers.set(row);
  }
}

function rowOf(state: State, connection: WorldConnection, user: WorldDirectoryUser): SyncedUserRow | undefined {
  const account = state.tables.users.get(user.userKey);
  if (account === undefined) return undefined;
  const values = connection.attributes.map((attribute) => [attribute, user.values[attribute] ?? ''] as const);
  return {
    connectionId: connection.id,
    userKey: user.userKey,
    username: account.name,
    listed: connection.enabled,
    values: Object.fromEntries(values),
  };
}
