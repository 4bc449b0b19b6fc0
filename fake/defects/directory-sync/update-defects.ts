import type { UpdateElement, UpdateRequest, WorldConnection } from '../../../contracts/index.js';
import type { State } from '../../state/state.js';
import { mapRecord } from '../../state/table.js';
import { directoryUserKey, syncedUserKey } from '../../state/tables.js';
import type { SyncedUserRow, Tables } from '../../state/tables.js';
import { mergeOverrides } from '../../tenants/implementation.js';
import type { Override } from '../../tenants/implementation.js';
import { changeBodies, changeElements, changeHandlers, defectsFor } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { connectionReads, mapKeys, readOtherwise, updatedRows, updatesRead } from './answers.js';
import type { reads } from './answers.js';

type Read = (typeof reads)[number];
type UserUpdate = NonNullable<UpdateElement['data']>[number];
type Values = Readonly<Record<string, string>>;

function usersRead(change: (users: readonly UserUpdate[]) => readonly UserUpdate[]): Override {
  return updatesRead((update) =>
    update.map(({ data, ...element }) => ({ ...element, ...(data && { data: [...change(data)] }) })),
  );
}

function fieldsRead(change: (fields: Values, index: number, all: readonly Values[]) => Values): Override {
  return usersRead((users) => users.map((user) => ({ ...user, fields: user.fields.map(change) })));
}

function valuesRead(change: (value: string) => string): Override {
  return fieldsRead((values) => mapRecord(values, change));
}

function afterUpdate(act: (state: State, body: UpdateRequest, before: readonly SyncedUserRow[]) => void): Override {
  return changeHandlers('updateUsers', (call, answer) => {
    const before = updatedRows(call.state, call.body);
    const right = answer(call);
    act(call.state, call.body, before);
    return right;
  });
}

function rowKey({ username, connectionId }: SyncedUserRow): string {
  return syncedUserKey(username, connectionId);
}

function rowNow({ tables }: State, row: SyncedUserRow): SyncedUserRow | undefined {
  return tables.syncedUsers.get(rowKey(row));
}

function restoreRows(state: State, rows: Iterable<SyncedUserRow>): void {
  for (const row of rows) {
    const now = rowNow(state, row);
    if (now !== undefined) state.tables.syncedUsers.set({ ...now, values: row.values });
  }
}

/** The rows and the connections that updates have changed, by their keys, as they were at first. */
interface Former {
  readonly rows: Map<string, SyncedUserRow>;
  readonly connections: Map<number, WorldConnection>;
}

/** A tracker that remembers what updates change. */
function remembering(override: (former: Former) => Override): Override {
  return (implementation) => {
    const former: Former = { rows: new Map(), connections: new Map() };
    const remember = changeHandlers('updateUsers', (call, answer) => {
      const connection = call.state.tables.connections.get(Number(call.body.connectionId));
      const before = updatedRows(call.state, call.body);
      const right = answer(call);
      for (const row of before) former.rows.set(rowKey(row), former.rows.get(rowKey(row)) ?? row);
      if (connection) former.connections.set(connection.id, former.connections.get(connection.id) ?? connection);
      return right;
    });
    return mergeOverrides(remember, override(former))(implementation);
  };
}

function stale(names: Read | readonly Read[]): Override {
  return remembering(({ rows }) => readOtherwise(names, (state) => restoreRows(state, rows.values())));
}

/** A tracker whose reads notice an update twice, and then no more until the next one. */
const lostAfterTwoReads = remembering((former) => {
  let left = 0;
  const notice = afterUpdate(() => {
    left = 2;
  });
  const forget = readOtherwise(['getUserInConnection', 'getUserField', 'getUserAttributes'], (state, call) => {
    const { userKeyOrName } = call.parameters;
    const known = [...former.rows.values()];
    const rows = known.filter(({ userKey, username }) => [userKey, username].includes(userKeyOrName));
    if (rows.length > 0 && left <= 0) restoreRows(state, rows);
    if (rows.length > 0) left -= 1;
  });
  return mergeOverrides(notice, forget);
});

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
        const after = rowNow(state, row);
        if (after !== undefined) state.tables.syncedUsers.set(keep(row, after));
      }
    },
  });
}

type Details = NonNullable<UpdateElement['connection']>[number];

function detailsRead(change: (details: Details) => Details): Override {
  return updatesRead((update) =>
    update.map(({ connection, ...element }) => ({
      ...element,
      ...(connection && { connection: connection.map(change) }),
    })),
  );
}

function formerName({ connections }: Tables, former: Former, name: string): string {
  return former.connections.get(connections.first('name', name)?.id ?? 0)?.name ?? name;
}

function keysAsBefore(name: 'listConnections' | 'getUserAttributes'): Override {
  return remembering((former) =>
    changeBodies(name, (body: Readonly<Record<string, unknown>>, { state }) =>
      mapKeys(body, (key) => formerName(state.tables, former, key)),
    ),
  );
}

/** A tracker that drops something from the elements of an update behind the first one of a kind. */
function dropBehind(
  first: (element: UpdateElement) => boolean,
  drop: (element: UpdateElement) => UpdateElement,
): Override {
  return updatesRead((update) => {
    const start = update.findIndex(first);
    return update.map((element, index) => (start !== -1 && index > start ? drop(element) : element));
  });
}

export const updateDefects: DefectTable = {
  'AD-19-lost-after-two-reads': lostAfterTwoReads,
  ...defectsFor(
    [
      ['getUserInConnection', 'user-in-connection', 'of a user in a connection'],
      ['getUserField', 'one-attribute', 'of one attribute of a user'],
      ['getUserAttributes', 'user', 'of a user, by connection,'],
      ['listUsers', 'list-over-all', 'of the list over all connections'],
      ['listConnectionUsers', 'list-of-connection', 'of the list of a connection'],
    ] as const,
    ([name, title, read]) => ({
      [`AD-19-not-seen-in-${title}`]: [`The read ${read} does not show updates.`, stale(name)],
    }),
  ),
  'AD-19-empty-value-not-written': fieldsRead((values) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
  ),
  'AD-19-blanks-trimmed': valuesRead((value) => value.trim()),
  'AD-19-characters-lost': valuesRead((value) => value.replace(/[\u{10000}-\u{10FFFF}]/gu, '?')),
  'AD-19-takes-back-the-last-one': changeHandlers('updateUsers', (call, answer) => {
    const { tables } = call.state;
    for (const row of updatedRows(call.state, call.body)) {
      const { values = {} } = tables.directoryUsers.get(directoryUserKey(row.connectionId, row.userKey)) ?? {};
      const asSynchronized = Object.keys(row.values).map((attribute) => [attribute, values[attribute] ?? '']);
      tables.syncedUsers.set({ ...row, values: Object.fromEntries(asSynchronized) as Values });
    }
    return answer(call);
  }),
  'AD-20-first-element-only': updatesRead((update) => update.slice(0, 1)),
  'AD-20-first-user-only': usersRead((users) => users.slice(0, 1)),
  'AD-20-ten-users-only': usersRead((users) => users.slice(0, 10)),
  'AD-20-first-field-only': usersRead((users) => users.map((user) => ({ ...user, fields: user.fields.slice(0, 1) }))),
  'AD-20-last-attribute-of-a-field-only': fieldsRead((values) => Object.fromEntries(Object.entries(values).slice(-1))),
  'AD-20-other-fields-emptied': afterUpdate((state, { update }, before) => {
    const named = new Set(update.flatMap(({ data = [] }) => data.flatMap(({ fields }) => fields.flatMap(Object.keys))));
    for (const row of before) {
      const now = rowNow(state, row) ?? row;
      const isOther = ([attribute, value]: [string, string]) => !named.has(attribute) && value !== '';
      const [other] = Object.entries(now.values).find(isOther) ?? [];
      if (other !== undefined) state.tables.syncedUsers.set({ ...now, values: { ...now.values, [other]: '' } });
    }
  }),
  'AD-20-every-connection-changed': afterUpdate((state, _body, before) => {
    for (const row of before) {
      const now = rowNow(state, row) ?? row;
      const changes = Object.entries(now.values).filter(([attribute, value]) => row.values[attribute] !== value);
      for (const other of state.tables.syncedUsers.where('userKey', row.userKey)) {
        const known = changes.filter(([attribute]) => attribute in other.values);
        state.tables.syncedUsers.set({ ...other, values: { ...other.values, ...Object.fromEntries(known) } });
      }
    }
  }),
  'AD-20-neighbour-changed': afterUpdate((state, { connectionId, update }) => {
    const last = update.flatMap(({ data = [] }) => data).at(-1);
    if (last === undefined) return;
    const rows = state.tables.syncedUsers.where('connection', Number(connectionId));
    const next = rows[rows.findIndex(({ userKey }) => userKey === last.userKey) + 1] ?? rows[0];
    if (next === undefined) return;
    const values = last.fields.flatMap((field) => Object.entries(field));
    state.tables.syncedUsers.set({ ...next, values: { ...next.values, ...Object.fromEntries(values) } });
  }),
  'AD-20-last-object-of-several-users': usersRead((users) =>
    users.length > 1 ? users.map((user) => ({ ...user, fields: user.fields.slice(-1) })) : users,
  ),
  'AD-22-updates-survive': remembering((former) =>
    keeps(
      (before) => before,
      (rows) => rows.filter((row) => former.rows.has(rowKey(row))),
    ),
  ),
  'AD-22-empty-values-do-not-overwrite': keeps((before, after) => {
    const values = Object.entries(after.values).filter(([, value]) => value !== '');
    return { ...after, values: { ...before.values, ...Object.fromEntries(values) } };
  }),
  'AD-22-only-the-first-time': (implementation) => {
    const synchronized = new Set<string>();
    return {
      ...implementation,
      synchronize: (state, idOrName = '') => {
        if (!synchronized.has(idOrName)) implementation.synchronize(state, idOrName === '' ? undefined : idOrName);
        synchronized.add(idOrName);
      },
    };
  },
  'AD-22-every-connection-overwritten': (implementation) => ({
    ...implementation,
    synchronize: (state) => implementation.synchronize(state),
  }),
  'AD-21-old-name-in-connections': keysAsBefore('listConnections'),
  'AD-21-old-name-of-user': keysAsBefore('getUserAttributes'),
  ...defectsFor(
    [
      ['listUsers', 'list-over-all', 'over all connections'],
      ['listConnectionUsers', 'list-of-connection', 'of a connection'],
    ] as const,
    ([list, title, which]) => ({
      [`AD-21-old-name-in-${title}`]: [
        `The elements of the list ${which} have the name a connection had before an update.`,
        remembering((former) =>
          changeElements(list, (element, { state }) => ({
            ...element,
            configurationName: formerName(state.tables, former, element.configurationName),
          })),
        ),
      ],
    }),
  ),
  'AD-21-new-name-not-found': remembering((former) =>
    connectionReads((idOrName, tables) => (formerName(tables, former, idOrName) === idOrName ? idOrName : ' ')),
  ),
  'AD-21-old-name-still-found': remembering((former) =>
    connectionReads((idOrName, { connections }) => {
      const old = [...former.connections.values()].find(({ name }) => name === idOrName);
      return old === undefined || connections.any('name', idOrName) ? idOrName : String(old.id);
    }),
  ),
  'AD-21-values-behind-new-name-lost': dropBehind(
    ({ connection = [] }) => connection.length > 0,
    ({ data, ...element }) => element,
  ),
  'AD-21-new-name-behind-values-lost': dropBehind(
    ({ data = [] }) => data.length > 0,
    ({ connection, ...element }) => element,
  ),
  'AD-21-distinguished-name-not-changed': [
    'A new distinguished name of a connection is accepted and not written.',
    detailsRead(({ userDn, ...details }) => details),
    'No API answers the distinguished name of a connection.',
  ],
  'AD-21-distinguished-name-as-name': detailsRead((details) => ({
    ...(details.userDn !== undefined && { name: details.userDn }),
    ...details,
  })),
  'AD-21-values-beside-new-name-lost': updatesRead((update) =>
    update.map(({ data, ...element }) =>
      data === undefined || (element.connection ?? []).length > 0 ? element : { ...element, data },
    ),
  ),
};
