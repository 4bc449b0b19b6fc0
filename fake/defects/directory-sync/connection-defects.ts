import type { State } from '../../state/state.js';
import { mapValues } from '../../state/table.js';
import { syncedUserKey } from '../../state/tables.js';
import { handlerOf } from '../../tenants/implementation.js';
import { changeBodies, changeParts } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { answerLike, firstConnectionsValues, isId, mapKeys, pageIn, readOtherwise } from './answers.js';

/** Switches every connection on that is not enabled. */
function enableAll({ tables }: State): void {
  for (const connection of tables.connections.all().filter(({ enabled }) => !enabled)) {
    tables.connections.set({ ...connection, enabled: true });
    for (const row of tables.syncedUsers.where('connection', connection.id)) {
      tables.syncedUsers.set({ ...row, listed: true });
    }
  }
}

/** Leaves each user a row over one of the enabled connections only. */
function dropFurtherRows({ tables }: State): void {
  const met = new Set<string>();
  for (const { username, userKey, connectionId, listed } of tables.syncedUsers.all()) {
    if (!listed) continue;
    if (met.has(userKey)) tables.syncedUsers.delete(syncedUserKey(username, connectionId));
    met.add(userKey);
  }
}

function queryOf(call: { readonly query: unknown }): Readonly<Record<string, unknown>> {
  return call.query as Readonly<Record<string, unknown>>;
}

/** Defects of which connections there are to read, and of the connections whose users a list holds. */
export const connectionDefects: DefectTable = {
  'AD-01-first-connection-left-out': changeBodies('listConnections', (connections) =>
    Object.fromEntries(Object.entries(connections).slice(1)),
  ),
  'AD-01-names-cut': changeBodies('listConnections', (connections) =>
    mapKeys(connections, (name) => name.slice(0, 14)),
  ),
  'AD-01-last-attribute-left-out': changeBodies('listConnections', (connections) =>
    mapValues(connections, (attributes) => attributes.slice(0, -1)),
  ),
  'AD-01-attributes-in-lower-case': changeBodies('listConnections', (connections) =>
    mapValues(connections, (attributes) => attributes.map((one) => one.toLowerCase())),
  ),
  'AD-02-disabled-connection-named': readOtherwise('listConnections', enableAll),
  'AD-02-disabled-connection-read-by-id': readOtherwise('getUserInConnection', enableAll, ({ parameters }) =>
    isId(parameters.idOrName),
  ),
  'AD-02-disabled-connection-read-by-name': readOtherwise(
    'getUserInConnection',
    enableAll,
    ({ parameters }) => !isId(parameters.idOrName),
  ),
  'AD-02-field-of-disabled-connection': readOtherwise('getUserField', enableAll),
  'AD-02-disabled-connection-of-user': readOtherwise('getUserAttributes', enableAll),
  'AD-02-disabled-connection-listed': readOtherwise(
    'listUsers',
    enableAll,
    ({ query }) => query.usernames === undefined && query.userkeys === undefined,
  ),
  'AD-02-disabled-connection-selected-by-usernames': readOtherwise(
    'listUsers',
    enableAll,
    ({ query }) => query.usernames !== undefined,
  ),
  'AD-02-disabled-connection-selected-by-userkeys': readOtherwise(
    'listUsers',
    enableAll,
    ({ query }) => query.userkeys !== undefined,
  ),
  'AD-02-users-of-disabled-connection': readOtherwise('listConnectionUsers', enableAll),
  'AD-13-user-listed-once': readOtherwise('listUsers', dropFurtherRows),
  'AD-13-user-selected-once': readOtherwise('listUsers', dropFurtherRows, ({ query }) => query.userkeys !== undefined),
  'AD-13-values-of-first-connection': readOtherwise('listUsers', firstConnectionsValues),
  'AD-13-one-connection-named': changeParts('listUsers', ({ elements }) => {
    const first = new Map(elements.toReversed().map((one) => [one.username, one.configurationName]));
    return { elements: elements.map((one) => ({ ...one, configurationName: first.get(one.username) })) };
  }),
  'AD-14-every-connection-listed': answerLike('listConnectionUsers', 'listUsers', (call) => {
    const { usernames, userkeys } = queryOf(call);
    return usernames === undefined && userkeys === undefined;
  }),
  'AD-14-every-connection-selected-by-usernames': answerLike(
    'listConnectionUsers',
    'listUsers',
    (call) => queryOf(call)['usernames'] !== undefined,
  ),
  'AD-14-every-connection-selected-by-userkeys': answerLike(
    'listConnectionUsers',
    'listUsers',
    (call) => queryOf(call)['userkeys'] !== undefined,
  ),
  'AD-14-every-connection-counted': (implementation) =>
    changeParts('listConnectionUsers', ({ page }, call) => {
      const { totalElements } = pageIn(handlerOf(implementation, 'listUsers')(call)).page;
      return { page: { ...page, totalElements } };
    })(implementation),
};
