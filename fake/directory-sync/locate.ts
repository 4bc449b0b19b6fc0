import { whitelistPropertyAt } from '../../contracts/directory-sync/endpoints.js';
import type { WorldConnection } from '../../contracts/index.js';
import { OpenRefusal, TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import { syncedUserKey } from '../state/tables.js';
import type { SyncedUserRow } from '../state/tables.js';
import type { Call } from '../tracker/call.js';
import { callerOf, holdsAnywhere } from '../tracker/permissions.js';
import { readId } from '../tracker/read-values.js';

type PathCall = Pick<Call, 'state' | 'assumptions'>;

export function findConnection({ tables }: State, idOrName: string): WorldConnection | undefined {
  const byId = tables.connections.get(readId(idOrName) ?? -1);
  const connection = byId ?? tables.connections.first('name', idOrName);
  return connection?.enabled === true ? connection : undefined;
}

/** The tracker's data of a user, by key or name, over enabled connections. */
export function findSyncedUser({ tables }: State, userKeyOrName: string): SyncedUserRow[] {
  const byKey = tables.syncedUsers.where('userKey', userKeyOrName);
  const rows = byKey.length > 0 ? byKey : tables.syncedUsers.where('username', userKeyOrName);
  return rows.filter(({ listed }) => listed);
}

export function findUserInConnection(
  state: State,
  { id }: WorldConnection,
  userKeyOrName: string,
): SyncedUserRow | undefined {
  const { syncedUsers } = state.tables;
  const byKey = syncedUsers.where('userKey', userKeyOrName).find(({ connectionId }) => connectionId === id);
  return byKey ?? syncedUsers.get(syncedUserKey(userKeyOrName, id));
}

/** @returns the status of an empty answer (AD-N02) @throws TrackerError if the call is refused */
export function unknown(call: PathCall, what: 'connection' | 'user' | 'attribute', name: string): number {
  const status = call.assumptions['AD-N02'][what];
  if (status < 400) return status;
  throw new TrackerError(status, `There is no ${what} '${name}'.`);
}

/**
 * Refuses a caller whose login scheme the API does not accept (AD-N01). Refuses a caller without the permission
 * (AD-N03) who is not on the whitelist. The tracker reads the whitelist when it starts (document: Authentication).
 *
 * @throws TrackerError
 */
export function requireAccess(
  call: Pick<Call, 'state' | 'assumptions' | 'basePaths' | 'caller' | 'properties' | 'headers'>,
): void {
  const scheme = /^bearer\s/i.test(String(call.headers['authorization'])) ? 'bearer' : 'basic';
  if (!call.assumptions['AD-N01'].includes(scheme)) {
    throw new OpenRefusal('wrongLogin', 401, `A login by ${scheme} is not accepted here.`);
  }
  const { permission, refusal } = call.assumptions['AD-N03'];
  if (holdsAnywhere(call.state, call.caller, permission)) return;
  const whitelist = call.properties[whitelistPropertyAt(call.basePaths['directory-sync'])] ?? '';
  const exempt = whitelist.split(',').map((name) => name.trim());
  if (exempt.includes(callerOf(call).name)) return;
  throw new TrackerError(refusal, `You need the permission ${permission} for this.`);
}

/** The values of a user as reads answer them: those without text are left out if the tracker does so (AD-N17). */
export function shownValues(
  { assumptions }: Pick<Call, 'assumptions'>,
  values: SyncedUserRow['values'],
): SyncedUserRow['values'] {
  if (assumptions['AD-N17'] === 'empty text') return values;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
