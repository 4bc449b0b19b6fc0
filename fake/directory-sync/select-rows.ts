import type { Call } from '../server/call.js';
import type { SyncedUserRow } from '../state/state.js';
import { sortRows } from './ordered-rows.js';
import type { OrderedRows } from './ordered-rows.js';
import type { UserFilter } from './user-filter.js';

/**
 * The rows a filter selects, of all enabled connections or of one; undefined where it selects all of them. Users who are
 * named are looked up one by one; a filter by values alone reads every row.
 */
export function selectRows(
  { state, assumptions }: Pick<Call, 'state' | 'assumptions'>,
  filter: UserFilter,
  connectionId: number | undefined,
): OrderedRows | undefined {
  const { usernames, userkeys, values } = filter;
  if (usernames === undefined && userkeys === undefined && values.length === 0) return undefined;
  const { syncedUsers } = state.tables;
  const byName = [...(usernames ?? [])].flatMap((name) => syncedUsers.between(`${name}\u0000`, `${name}\u0001`));
  const byKey = [...(userkeys ?? [])].flatMap((key) => syncedUsers.where('userKey', key));
  const both = usernames !== undefined && userkeys !== undefined;
  const named = new Set([...byName, ...byKey]);
  const candidates =
    usernames === undefined && userkeys === undefined
      ? syncedUsers.all()
      : [...named].filter((row) => !both || assumptions['AD-N12'] === 'union' || isInBoth(row, filter));
  const rows = candidates.filter(
    (row) =>
      row.listed &&
      (connectionId === undefined || row.connectionId === connectionId) &&
      values.every(([attribute, value]) => Object.hasOwn(row.values, attribute) && row.values[attribute] === value),
  );
  const sorted = sortRows(state, assumptions, rows);
  return { total: sorted.length, slice: (offset, limit) => sorted.slice(offset, offset + limit) };
}

function isInBoth(row: SyncedUserRow, { usernames, userkeys }: UserFilter): boolean {
  return usernames?.has(row.username) === true && userkeys?.has(row.userKey) === true;
}
