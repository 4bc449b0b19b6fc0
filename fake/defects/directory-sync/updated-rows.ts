import type { UpdateRequest } from '../../../contracts/index.js';
import type { State, SyncedUserRow } from '../../state/state.js';

/** What the tracker has of the users an update names. */
export function updatedRows({ tables }: State, { connectionId, update }: UpdateRequest): SyncedUserRow[] {
  const keys = new Set(update.flatMap(({ data = [] }) => data.map(({ userKey }) => userKey)));
  return [...keys].flatMap((key) =>
    tables.syncedUsers.where('userKey', key).filter((row) => String(row.connectionId) === connectionId),
  );
}
