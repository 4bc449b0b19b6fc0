import { changeBodies } from '../change-handlers.js';
import { defect } from '../defect.js';
import { answerLike } from './answer-like.js';
import type { AnsweredPage } from './answers.js';
import { readOtherwise } from './read-otherwise.js';
import type { State } from '../../state/state.js';
import { syncedUserKey } from '../../state/state.js';

/** What is left where each user has a row over one of the enabled connections only. */
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

/** Defects of the connections whose users a list holds. */
export const scopeDefects = [
  defect(
    'AD-13',
    'user-listed-once',
    'The list over all connections holds a user of two connections for one of them only.',
    readOtherwise('listUsers', dropFurtherRows),
  ),
  defect(
    'AD-13',
    'user-selected-once',
    'Selected by userkeys, a user of two connections is listed for one of them only.',
    readOtherwise('listUsers', (state, { query }) => {
      if (query.userkeys !== undefined) dropFurtherRows(state);
    }),
  ),
  defect(
    'AD-13',
    'values-of-first-connection',
    'The list over all connections has for each connection of a user the values of the first.',
    readOtherwise('listUsers', ({ tables }) => {
      for (const row of tables.syncedUsers.all()) {
        const [first = row] = tables.syncedUsers.where('userKey', row.userKey);
        tables.syncedUsers.set({ ...row, values: first.values });
      }
    }),
  ),
  defect(
    'AD-13',
    'one-connection-named',
    'The list over all connections names one connection in all elements of a user.',
    changeBodies('listUsers', (body: AnsweredPage) => {
      const first = new Map([...body.elements].reverse().map((one) => [one.username, one.configurationName]));
      const elements = body.elements.map((one) => ({ ...one, configurationName: first.get(one.username) }));
      return { ...body, elements };
    }),
  ),
  defect(
    'AD-14',
    'every-connection-listed',
    'The list of a connection holds the users of all connections.',
    answerLike('listConnectionUsers', 'listUsers', (call) => {
      const { usernames, userkeys } = queryOf(call);
      return usernames === undefined && userkeys === undefined;
    }),
  ),
  defect(
    'AD-14',
    'every-connection-selected-by-usernames',
    'Selected by usernames, the list of a connection holds the users of all connections.',
    answerLike('listConnectionUsers', 'listUsers', (call) => queryOf(call)['usernames'] !== undefined),
  ),
  defect(
    'AD-14',
    'every-connection-selected-by-userkeys',
    'Selected by userkeys, the list of a connection holds the users of all connections.',
    answerLike('listConnectionUsers', 'listUsers', (call) => queryOf(call)['userkeys'] !== undefined),
  ),
  defect(
    'AD-14',
    'every-connection-counted',
    'The list of a connection counts the users of all connections.',
    (behaviour) => {
      const { listConnectionUsers, listUsers } = behaviour.handlers;
      return changeBodies('listConnectionUsers', (body: AnsweredPage, call) => {
        const all = listUsers?.(call).json as AnsweredPage;
        return { ...body, page: { ...body.page, totalElements: all.page.totalElements } };
      })({ ...behaviour, handlers: { ...behaviour.handlers, listConnectionUsers: listConnectionUsers as never } });
    },
  ),
];
