import * as z from 'zod';
import { worldDirectoryUserSchema } from '../../contracts/index.js';
import { Faults } from './faults.js';
import type { State } from './state.js';
import { directoryUserKey } from './state.js';
import { WorldError } from './world-error.js';

/** Changes to what the directories behind connections hold: users to write, new or in place of what is there, and users to remove. */
export const directoryChangesSchema = z.strictObject({
  write: z.array(worldDirectoryUserSchema).default([]),
  remove: z.array(worldDirectoryUserSchema.omit({ values: true })).default([]),
});

/** Changes to what the directories behind connections hold. */
export type DirectoryChanges = z.input<typeof directoryChangesSchema>;

/** Changes what the directories hold; what the tracker has of it stays until the next synchronization. @throws WorldError */
export function changeDirectory(state: State, changes: DirectoryChanges): void {
  const { write, remove } = directoryChangesSchema.parse(changes);
  const { connections, directoryUsers, users } = state.tables;
  const faults = new Faults();
  for (const row of write) {
    const key = directoryUserKey(row.connectionId, row.userKey);
    const connection = connections.get(row.connectionId);
    const unknown = Object.keys(row.values).filter((attribute) => connection?.attributes.includes(attribute) === false);
    faults.unless(connection !== undefined, key, `no connection ${row.connectionId}`);
    faults.unless(users.get(row.userKey) !== undefined, key, `no user with the key ${row.userKey}`);
    faults.unless(unknown.length === 0, key, `the connection has no attribute ${unknown.join(', ')}`);
    directoryUsers.set(row);
  }
  for (const { connectionId, userKey } of remove) {
    const key = directoryUserKey(connectionId, userKey);
    faults.unless(directoryUsers.delete(key), key, 'the directory holds no such user');
  }
  if (faults.list.length > 0) throw new WorldError(faults.list);
}
