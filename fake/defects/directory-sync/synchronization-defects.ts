import type { State } from '../../state/state.js';
import { syncedUserKey } from '../../state/tables.js';
import type { SyncedUserRow } from '../../state/tables.js';
import type { Override } from '../../tenants/implementation.js';
import { changeHandlers, defect } from '../defect.js';
import { updatedRows } from './answers.js';

/** A tracker whose synchronization leaves of the rows from before what `keep` makes of them. */
function keeps(
  keep: (before: SyncedUserRow, after: SyncedUserRow) => SyncedUserRow,
  of: (rows: readonly SyncedUserRow[]) => readonly SyncedUserRow[] = (rows) => rows,
): Override {
  return (implementation) => ({
    ...implementation,
    synchronize: (state, idOrName) => {
      const before = of(state.tables.syncedUsers.all());
      implementation.synchronize(state, idOrName);
      for (const row of before) {
        const after = rowLike(state, row);
        if (after !== undefined) state.tables.syncedUsers.set(keep(row, after));
      }
    },
  });
}

function rowLike({ tables }: State, { username, connectionId }: SyncedUserRow): SyncedUserRow | undefined {
  return tables.syncedUsers.get(syncedUserKey(username, connectionId));
}

/** Defects of what a synchronization does to updated values. */
export const synchronizationDefects = [
  defect(
    'AD-22',
    'updates-survive',
    'A synchronization leaves users alone whom an update has changed.',
    (implementation) => {
      const updated = new Set<string>();
      const remember = changeHandlers('updateUsers', (call, answer) => {
        const right = answer(call);
        for (const { username, connectionId } of updatedRows(call.state, call.body)) {
          updated.add(syncedUserKey(username, connectionId));
        }
        return right;
      });
      const isUpdated = ({ username, connectionId }: SyncedUserRow) =>
        updated.has(syncedUserKey(username, connectionId));
      return keeps(
        (before) => before,
        (rows) => rows.filter(isUpdated),
      )(remember(implementation));
    },
  ),
  defect(
    'AD-22',
    'empty-values-do-not-overwrite',
    'A synchronization does not overwrite a value for which the directory has an empty one.',
    keeps((before, after) => {
      const values = Object.entries(after.values).map(([attribute, value]) => [
        attribute,
        value === '' ? before.values[attribute] : value,
      ]);
      return { ...after, values: Object.fromEntries(values) as SyncedUserRow['values'] };
    }),
  ),
  defect(
    'AD-22',
    'last-user-left-out',
    'A synchronization leaves out the last user of a connection.',
    keeps(
      (before) => before,
      (rows) =>
        rows.filter((row, index) => rows.slice(index + 1).every((next) => next.connectionId !== row.connectionId)),
    ),
  ),
  defect(
    'AD-22',
    'only-the-first-time',
    'Only the first synchronization of a connection overwrites anything.',
    (implementation) => {
      const synchronized = new Set<string>();
      return {
        ...implementation,
        synchronize: (state, idOrName = '') => {
          if (!synchronized.has(idOrName)) implementation.synchronize(state, idOrName === '' ? undefined : idOrName);
          synchronized.add(idOrName);
        },
      };
    },
  ),
  defect(
    'AD-22',
    'every-connection-overwritten',
    'The synchronization of one connection overwrites all of them.',
    (implementation) => ({
      ...implementation,
      synchronize: (state) => implementation.synchronize(state),
    }),
  ),
];
