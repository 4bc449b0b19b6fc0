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
  'AD-01-first-connection-left-out': [
    'The list of connections begins with the second one.',
    changeBodies('listConnections', (connections) => Object.fromEntries(Object.entries(connections).slice(1))),
  ],
  'AD-01-names-cut': [
    'The list of connections has fourteen letters of each name.',
    changeBodies('listConnections', (connections) => mapKeys(connections, (name) => name.slice(0, 14))),
  ],
  'AD-01-last-attribute-left-out': [
    'The list of connections lacks the last attribute of each.',
    changeBodies('listConnections', (connections) => mapValues(connections, (attributes) => attributes.slice(0, -1))),
  ],
  'AD-01-attributes-in-lower-case': [
    'The list of connections has the names of attributes in lower case.',
    changeBodies('listConnections', (connections) =>
      mapValues(connections, (attributes) => attributes.map((one) => one.toLowerCase())),
    ),
  ],
  'AD-02-disabled-connection-named': [
    'The list of connections names those that are not enabled too.',
    readOtherwise('listConnections', enableAll),
  ],
  'AD-02-disabled-connection-read-by-id': [
    'A user is read over a connection that is not enabled, if the path has its id.',
    readOtherwise('getUserInConnection', enableAll, ({ parameters }) => isId(parameters.idOrName)),
  ],
  'AD-02-disabled-connection-read-by-name': [
    'A user is read over a connection that is not enabled, if the path has its name.',
    readOtherwise('getUserInConnection', enableAll, ({ parameters }) => !isId(parameters.idOrName)),
  ],
  'AD-02-field-of-disabled-connection': [
    'One attribute of a user is read over a connection that is not enabled.',
    readOtherwise('getUserField', enableAll),
  ],
  'AD-02-disabled-connection-of-user': [
    'The attributes of a user include those over connections that are not enabled.',
    readOtherwise('getUserAttributes', enableAll),
  ],
  'AD-02-disabled-connection-listed': [
    'The list over all connections holds the users of those that are not enabled.',
    readOtherwise('listUsers', enableAll, ({ query }) => query.usernames === undefined && query.userkeys === undefined),
  ],
  'AD-02-disabled-connection-selected-by-usernames': [
    'Selected by usernames, users are listed over connections that are not enabled too.',
    readOtherwise('listUsers', enableAll, ({ query }) => query.usernames !== undefined),
  ],
  'AD-02-disabled-connection-selected-by-userkeys': [
    'Selected by userkeys, users are listed over connections that are not enabled too.',
    readOtherwise('listUsers', enableAll, ({ query }) => query.userkeys !== undefined),
  ],
  'AD-02-users-of-disabled-connection': [
    'The users of a connection that is not enabled are listed.',
    readOtherwise('listConnectionUsers', enableAll),
  ],
  'AD-13-user-listed-once': [
    'The list over all connections holds a user of two connections for one of them only.',
    readOtherwise('listUsers', dropFurtherRows),
  ],
  'AD-13-user-selected-once': [
    'Selected by userkeys, a user of two connections is listed for one of them only.',
    readOtherwise('listUsers', dropFurtherRows, ({ query }) => query.userkeys !== undefined),
  ],
  'AD-13-values-of-first-connection': [
    'The list over all connections has for each connection of a user the values of the first.',
    readOtherwise('listUsers', firstConnectionsValues),
  ],
  'AD-13-one-connection-named': [
    'The list over all connections names one connection in all elements of a user.',
    changeParts('listUsers', ({ elements }) => {
      const first = new Map(elements.toReversed().map((one) => [one.username, one.configurationName]));
      return { elements: elements.map((one) => ({ ...one, configurationName: first.get(one.username) })) };
    }),
  ],
  'AD-14-every-connection-listed': [
    'The list of a connection holds the users of all connections.',
    answerLike('listConnectionUsers', 'listUsers', (call) => {
      const { usernames, userkeys } = queryOf(call);
      return usernames === undefined && userkeys === undefined;
    }),
  ],
  'AD-14-every-connection-selected-by-usernames': [
    'Selected by usernames, the list of a connection holds the users of all connections.',
    answerLike('listConnectionUsers', 'listUsers', (call) => queryOf(call)['usernames'] !== undefined),
  ],
  'AD-14-every-connection-selected-by-userkeys': [
    'Selected by userkeys, the list of a connection holds the users of all connections.',
    answerLike('listConnectionUsers', 'listUsers', (call) => queryOf(call)['userkeys'] !== undefined),
  ],
  'AD-14-every-connection-counted': [
    'The list of a connection counts the users of all connections.',
    (implementation) =>
      changeParts('listConnectionUsers', ({ page }, call) => {
        const { totalElements } = pageIn(handlerOf(implementation, 'listUsers')(call)).page;
        return { page: { ...page, totalElements } };
      })(implementation),
  ],
};
