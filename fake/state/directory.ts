import * as z from 'zod';
import { worldDirectoryUserSchema } from '../../contracts/index.js';
import type { worldAdditionsSchema, WorldConnection, WorldDirectoryUser } from '../../contracts/index.js';
import { Problems, WorldError } from './problems.js';
import type { State } from './state.js';
import { directoryUserKey, isAmong, syncedUserKey } from './tables.js';
import type { SyncedUserRow } from './tables.js';

type DirectoryRows = Pick<
  ReturnType<typeof worldAdditionsSchema.parse>,
  'connections' | 'directoryUsers' | 'syncedUsers'
>;

/**
 * Adds connections and what their directories hold, and synchronizes the connections that have anything new, unless the
 * rows say what the tracker has of it.
 */
export function addDirectory(state: State, rows: DirectoryRows, problems: Problems): void {
  const { connections, directoryUsers } = state.tables;
  for (const connection of rows.connections ?? []) {
    const place = `connections.${connection.name}`;
    problems.unless(connections.get(connection.id) === undefined, place, `the id ${connection.id} is taken`);
    problems.unless(!connections.any('name', connection.name), place, 'there is a connection with that name already');
    connections.set(connection);
  }
  const touched = new Set<number>();
  for (const row of rows.directoryUsers ?? []) {
    const place = `directoryUsers.${directoryUserKey(row.connectionId, row.userKey)}`;
    const twin = directoryUsers.get(directoryUserKey(row.connectionId, row.userKey));
    problems.unless(twin === undefined, place, 'the directory holds that user already');
    writeDirectoryUser(state, row, place, problems);
    touched.add(row.connectionId);
  }
  if (rows.syncedUsers !== undefined) addSyncedUsers(state, rows.syncedUsers, problems);
  else if (problems.list.length === 0) for (const connectionId of touched) synchronize(state, connectionId);
}

function addSyncedUsers(state: State, rows: readonly SyncedUserRow[], problems: Problems): void {
  const { connections, users, syncedUsers } = state.tables;
  for (const row of rows) {
    const place = `syncedUsers.${directoryUserKey(row.connectionId, row.userKey)}`;
    problems.unless(connections.get(row.connectionId) !== undefined, place, `no connection ${row.connectionId}`);
    problems.unless(users.get(row.userKey) !== undefined, place, `no user with the key ${row.userKey}`);
    syncedUsers.set(row);
  }
}

function writeDirectoryUser(state: State, row: WorldDirectoryUser, place: string, problems: Problems): void {
  const { connections, directoryUsers, users } = state.tables;
  const connection = connections.get(row.connectionId);
  const unknown = Object.keys(row.values).filter(
    (attribute) => connection !== undefined && !isAmong(connection.attributes, attribute),
  );
  problems.unless(connection !== undefined, place, `no connection ${row.connectionId}`);
  problems.unless(users.get(row.userKey) !== undefined, place, `no user with the key ${row.userKey}`);
  problems.unless(unknown.length === 0, place, `the connection has no attribute ${unknown.join(', ')}`);
  directoryUsers.set(row);
}

/** The connection that a row belongs to. */
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
    problems.unless(directoryUsers.delete(key), key, 'the directory holds no such user');
  }
  if (problems.list.length > 0) throw new WorldError(problems.list);
}

/**
 * One synchronization of a connection. The tracker then has the directory's values of each user; updates since the last
 * synchronization are lost (document: Endpoints, rule 3), and users that the directory no longer has are removed. A
 * connection that is not enabled is synchronized too, so that it has rows to hide.
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
