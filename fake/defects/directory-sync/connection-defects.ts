import type { State } from '../../state/state.js';
import { changeBodies, changeHandlers } from '../change-handlers.js';
import { defect } from '../defect.js';
import { isId } from './is-id.js';
import { readOtherwise } from './read-otherwise.js';

type AnsweredConnections = Readonly<Record<string, readonly string[]>>;

/** Switches every connection on that is not enabled. */
function enableAll({ tables }: State): void {
  for (const connection of tables.connections.all().filter(({ enabled }) => !enabled)) {
    tables.connections.set({ ...connection, enabled: true });
    for (const row of tables.syncedUsers.where('connection', connection.id)) {
      tables.syncedUsers.set({ ...row, listed: true });
    }
  }
}

/** Defects of which connections there are to read. */
export const connectionDefects = [
  defect(
    'AD-01',
    'first-connection-left-out',
    'The list of connections begins with the second one.',
    changeBodies('listConnections', (connections: AnsweredConnections) =>
      Object.fromEntries(Object.entries(connections).slice(1)),
    ),
  ),
  defect(
    'AD-01',
    'names-cut',
    'The list of connections has fourteen letters of each name.',
    changeBodies('listConnections', (connections: AnsweredConnections) =>
      Object.fromEntries(Object.entries(connections).map(([name, attributes]) => [name.slice(0, 14), attributes])),
    ),
  ),
  defect(
    'AD-01',
    'last-attribute-left-out',
    'The list of connections lacks the last attribute of each.',
    changeBodies('listConnections', (connections: AnsweredConnections) =>
      Object.fromEntries(Object.entries(connections).map(([name, attributes]) => [name, attributes.slice(0, -1)])),
    ),
  ),
  defect(
    'AD-01',
    'attributes-in-lower-case',
    'The list of connections has the names of attributes in lower case.',
    changeBodies('listConnections', (connections: AnsweredConnections) =>
      Object.fromEntries(
        Object.entries(connections).map(([name, attributes]) => [name, attributes.map((one) => one.toLowerCase())]),
      ),
    ),
  ),
  defect(
    'AD-02',
    'disabled-connection-named',
    'The list of connections names those that are not enabled too.',
    readOtherwise('listConnections', enableAll),
  ),
  defect(
    'AD-02',
    'disabled-connection-read-by-id',
    'A user is read over a connection that is not enabled, where the path has its id.',
    changeHandlers('getUserInConnection', (call, answer) => {
      const state = call.state.fork();
      if (isId(call.parameters.idOrName)) enableAll(state);
      return answer({ ...call, state });
    }),
  ),
  defect(
    'AD-02',
    'disabled-connection-read-by-name',
    'A user is read over a connection that is not enabled, where the path has its name.',
    changeHandlers('getUserInConnection', (call, answer) => {
      const state = call.state.fork();
      if (!isId(call.parameters.idOrName)) enableAll(state);
      return answer({ ...call, state });
    }),
  ),
  defect(
    'AD-02',
    'field-of-disabled-connection',
    'One attribute of a user is read over a connection that is not enabled.',
    readOtherwise('getUserField', enableAll),
  ),
  defect(
    'AD-02',
    'disabled-connection-of-user',
    'The attributes of a user include those over connections that are not enabled.',
    readOtherwise('getUserAttributes', enableAll),
  ),
  defect(
    'AD-02',
    'disabled-connection-listed',
    'The list over all connections holds the users of those that are not enabled.',
    readOtherwise('listUsers', (state, { query }) => {
      if (query.usernames === undefined && query.userkeys === undefined) enableAll(state);
    }),
  ),
  defect(
    'AD-02',
    'disabled-connection-selected-by-usernames',
    'Selected by usernames, users are listed over connections that are not enabled too.',
    readOtherwise('listUsers', (state, { query }) => {
      if (query.usernames !== undefined) enableAll(state);
    }),
  ),
  defect(
    'AD-02',
    'disabled-connection-selected-by-userkeys',
    'Selected by userkeys, users are listed over connections that are not enabled too.',
    readOtherwise('listUsers', (state, { query }) => {
      if (query.userkeys !== undefined) enableAll(state);
    }),
  ),
  defect(
    'AD-02',
    'users-of-disabled-connection',
    'The users of a connection that is not enabled are listed.',
    readOtherwise('listConnectionUsers', enableAll),
  ),
];
