import type { WorldConnection } from '../../contracts/index.js';
import type { Call } from '../server/call.js';
import { TrackerError } from '../server/tracker-error.js';
import type { State, SyncedUserRow } from '../state/state.js';
import { syncedUserKey } from '../state/state.js';
import { readId } from '../tracker/read-id.js';

type PathCall = Pick<Call, 'state' | 'assumptions'>;

/** The enabled connection with this id or name. */
export function findConnection({ tables }: State, idOrName: string): WorldConnection | undefined {
  const id = readId(idOrName);
  const byId = id === undefined ? undefined : tables.connections.get(id);
  const connection = byId ?? tables.connections.first('name', idOrName);
  return connection?.enabled === true ? connection : undefined;
}

/** What the tracker has of a user, by key or name, over enabled connections. */
export function findSyncedUser({ tables }: State, userKeyOrName: string): SyncedUserRow[] {
  const byKey = tables.syncedUsers.where('userKey', userKeyOrName);
  const [low, high] = [`${userKeyOrName}\u0000`, `${userKeyOrName}\u0001`];
  const rows = byKey.length > 0 ? byKey : tables.syncedUsers.between(low, high);
  return rows.filter(({ listed }) => listed);
}

/** What the tracker has of a user, by key or name, over one connection. */
export function findUserInConnection(
  state: State,
  { id }: WorldConnection,
  userKeyOrName: string,
): SyncedUserRow | undefined {
  const { syncedUsers } = state.tables;
  const byKey = syncedUsers.where('userKey', userKeyOrName).find(({ connectionId }) => connectionId === id);
  return byKey ?? syncedUsers.get(syncedUserKey(userKeyOrName, id));
}

/**
 * Answers for something the path names that does not exist (AD-N02).
 *
 * @returns the status of an empty answer
 * @throws TrackerError where it is refused
 */
export function unknown(call: PathCall, what: 'connection' | 'user' | 'attribute', name: string): number {
  const status = call.assumptions['AD-N02'][what];
  if (status < 400) return status;
  throw new TrackerError(status, `There is no ${what} '${name}'.`);
}
