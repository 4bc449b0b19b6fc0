import * as z from 'zod';
import { worldDirectoryUserSchema } from '../../contracts/index.js';
import type { worldAdditionsSchema, WorldConnection, WorldDirectoryUser } from '../../contracts/index.js';
import { missingIn, Problems } from './problems.js';
import type { State } from './state.js';
import { directoryUserKey, syncedUserKey } from './tables.js';

type DirectoryRows = Pick<
  ReturnType<typeof worldAdditionsSchema.parse>,
  'connections' | 'directoryUsers' | 'syncedUsers'
>;

/**
 * Adds connections and what their directories hold, and synchronizes the connections that have anything new, unless the
 * rows say what the tracker has of it.
 */
export function addDirectory(state: State, rows: DirectoryRows, problems: Problems): void {
  const { connections, directoryUsers, syncedUsers } = state.tables;
  const missing = missingIn(state.tables);
  for (const connection of rows.connections ?? []) {
    problems.add(
      `connections.${connection.name}`,
      connections.get(connection.id) && `the id ${connection.id} is taken`,
      connections.any('name', connection.name) && 'there is a connection with that name already',
    );
    connections.set(connection);
  }
  const touched = new Set<number>();
  for (const row of rows.directoryUsers ?? []) {
    const key = directoryUserKey(row.connectionId, row.userKey);
    problems.add(`directoryUsers.${key}`, directoryUsers.get(key) && 'the directory holds that user already');
    writeDirectoryUser(state, row, `directoryUsers.${key}`, problems);
    touched.add(row.connectionId);
  }
  for (const row of rows.syncedUsers ?? []) {
    const place = `syncedUsers.${directoryUserKey(row.connectionId, row.userKey)}`;
    problems.add(place, missing.connection(row.connectionId), missing.user(row.userKey));
    syncedUsers.set(row);
  }
  if (rows.syncedUsers === undefined && problems.isEmpty) for (const id of touched) synchronize(state, id);
}

function writeDirectoryUser({ tables }: State, row: WorldDirectoryUser, place: string, problems: Problems): void {
  const { attributes } = tables.connections.get(row.connectionId) ?? {};
  const unknown = Object.keys(row.values).filter((attribute) => attributes?.includes(attribute) === false);
  const missing = missingIn(tables);
  problems.add(
    place,
    missing.connection(row.connectionId),
    missing.user(row.userKey),
    unknown.length > 0 && `the connection has no attribute ${unknown.join(', ')}`,
  );
  tables.directoryUsers.set(row);
}

export function connectionOf({ tables }: State, { connectionId }: { readonly connectionId: number }): WorldConnection {
  const connection = tables.connections.get(connectionId);
  if (connection === undefined) throw new Error(`There is no connection ${connectionId}, and a row of it.`);
  return connection;
}

/** Changes to the directories behind connections: users to add or replace, and users to remove. */
export const directoryChangesSchema = z.strictObject({
  write: z.array(worldDirectoryUserSchema).default([]),
  remove: z.array(worldDirectoryUserSchema.omit({ values: true })).default([]),
});

/** Changes to what the directories behind connections hold. */
export type DirectoryChanges = z.input<typeof directoryChangesSchema>;

/** Changes what the directories hold; what the tracker has of it stays until the next synchronization. @throws WorldError */
export function changeDirectory(state: State, changes: DirectoryChanges): void {
  const { write, remove } = directoryChangesSchema.parse(changes);
  const { directoryUsers } = state.tables;
  const problems = new Problems();
  for (const row of write) {
    writeDirectoryUser(state, row, directoryUserKey(row.connectionId, row.userKey), problems);
  }
  for (const { connectionId, userKey } of remove) {
    const key = directoryUserKey(connectionId, userKey);
    problems.add(key, !directoryUsers.delete(key) && 'the directory holds no such user');
  }
  problems.refuse();
}

/**
 * One synchronization of a connection. The tracker then has the directory's values of each user; updates since the last
 * synchronization are lost (document: Endpoints, rule 3), and users that the directory no longer has are removed. A
 * connection that is not enabled is synchronized too, so that it has rows to hide.
 */
export function synchronize(state: State, connectionId: number): void {
  const { connections, directoryUsers, syncedUsers, users } = state.tables;
  const connection = connections.get(connectionId);
  if (connection === undefined) return;
  for (const { username, userKey } of syncedUsers.where('connection', connectionId)) {
    if (directoryUsers.get(directoryUserKey(connectionId, userKey)) === undefined) {
      syncedUsers.delete(syncedUserKey(username, connectionId));
    }
  }
  for (const { userKey, values } of directoryUsers.where('connection', connectionId)) {
    const account = users.get(userKey);
    if (account === undefined) continue;
    syncedUsers.set({
      connectionId,
      userKey,
      username: account.name,
      listed: connection.enabled,
      values: Object.fromEntries(connection.attributes.map((attribute) => [attribute, values[attribute] ?? ''])),
    });
  }
}
