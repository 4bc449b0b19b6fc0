import { skipAsUnavailable } from '../../../fixtures/index.js';
import type { ConnectionNeeds, DocumentedRuleId, ProvidedConnection, TestFixtures } from '../../../fixtures/index.js';
import { at, inOrder } from '../../support/values.js';
import { once, operationsOn, same, unlessOneHolds } from '../../support/sequences/sequence-model.js';
import type { Check, SequenceModel, Values } from '../../support/sequences/sequence-model.js';
import { firstPage, onPage, several, shown, userLists, usernamesOf, withValue } from './user-lists.js';
import type { UserListQuery } from './user-lists.js';

type Connection = 'one' | 'two';

type Fixtures = Pick<TestFixtures, 'directorySync' | 'connections' | 'tracker' | 'build'>;

/** The connections, which are the same if there is one, and the number of the first page of a list. */
interface Data extends Readonly<Record<Connection, ProvidedConnection>> {
  readonly first: 0 | 1;
}

interface State extends Pick<Fixtures, 'tracker'> {
  readonly api: Fixtures['directorySync'];
  readonly data: Data;
  readonly connections: readonly Connection[];
  readonly attributes: readonly [string, string];
  readonly names: Record<Connection, string>;
  readonly values: Readonly<Record<Connection, Record<string, string>[]>>;
  /** A number that no connection is called by. */
  readonly unused: number;
  compared: number;
}

type Model = SequenceModel<Fixtures, Data, State>;

const operation = operationsOn<State>();

const everybody = [0, 1, 2, 3] as const;

/** Values of an attribute: digits, some of them the beginning of others, every kind of text, long, none. */
const texts = ['7', '70', ' 7 0 ', 'Ärger; / 日本, \\, \\" \\n "x" &#65; & #1 + 100%41', 'x'.repeat(256), ''] as const;

const userOf = ({ data }: State, user: number, connection: Connection = 'one') => at(data[connection].users, user);

const valuesOf = (state: State, connection: Connection, user: number) =>
  withValue({ ...userOf(state, user, connection).values, ...state.values[connection][user] });

function elementsOf(state: State, of: readonly Connection[], users: readonly number[]) {
  const elements = of.flatMap((connection) =>
    users.map((user) => ({
      username: userOf(state, user).username,
      configurationName: state.names[connection],
      fields: valuesOf(state, connection, user),
    })),
  );
  return inOrder(elements);
}

function filterOf(state: State, users: readonly number[], by: 'username' | 'key') {
  const all = users.map((user) => userOf(state, user)[by]);
  return all.length === 1 ? all[0] : several(all, state.tracker, state.data.one);
}

/** Another name than that of the other connection: digits, the beginning of the other's, one that begins with its id. */
function newName({ unused, data, names, compared }: State, connection: Connection): string {
  const other = connection === 'one' ? 'two' : 'one';
  const free = [`${unused}`, `${unused}0`, `${data[other].id} ${unused} Ä"/?`].filter((name) => name !== names[other]);
  return at(free, compared % free.length);
}

const changes = {
  users: [[], [0], [3], [2, 1], everybody],
  fields: ['the first', 'the second', 'both in one object', 'both in an object each', 'the first twice'],
  elements: ['one', 'one for each user'],
  value: [0, 1, 2, 3, 4, 5],
  rename: [false, true],
} as const;

type Changes = Values<typeof changes>;

function ruleOfUpdate({ users, fields, rename }: Changes): DocumentedRuleId {
  if (rename || users.length === 0) return 'AD-21';
  return users.length > 1 || fields.startsWith('both') ? 'AD-20' : 'AD-19';
}

/** The new values of users in the model and in a body. */
function changeUsers(state: State, connection: Connection, { users, fields, value }: Changes) {
  const [first, second] = state.attributes;
  const chosen = fields.startsWith('both') ? state.attributes : [fields === 'the second' ? second : first];
  return users.map((user, index) => {
    // An attribute gets the same text alone as beside the other, so that a failing sequence can get simpler.
    const textOf = (name: string) => at(texts, (value + index + Number(name === second)) % texts.length);
    const given = chosen.map((name) => ({ [name]: textOf(name) }));
    const own = state.values[connection];
    own[user] = Object.assign({}, own[user], ...given) as Record<string, string>;
    const all = Object.assign({}, ...given) as Record<string, string>;
    const objects = fields === 'both in one object' ? [all] : fields.endsWith('twice') ? [all, all] : given;
    return { userKey: userOf(state, user).key, fields: objects };
  });
}

function update(state: State, given: Changes & { readonly connection: Connection }) {
  const { connection, users, elements, rename } = given;
  const data = changeUsers(state, connection, given);
  const isRenamed = rename || users.length === 0;
  if (isRenamed) state.names[connection] = newName(state, connection);
  const details = isRenamed && { connection: [{ name: state.names[connection] }] };
  const isOne = elements === 'one' || data.length === 0;
  const all = isOne ? [{ ...details, data }] : data.map((one, index) => ({ ...(index === 0 && details), data: [one] }));
  return state.api.updateUsers({ body: { connectionId: state.data[connection].id, update: all } });
}

const pages = {
  users: [[2], [0, 3], everybody],
  filter: ['usernames', 'userkeys'],
  size: ['1', '2', '3', '4', '25', undefined],
  page: [0, 1, -1],
} as const;

type Pages = Values<typeof pages>;

const ruleOfFilter = ({ filter }: Pages) => (filter === 'usernames' ? 'AD-15' : 'AD-16');

type Element = ReturnType<typeof shown>[number];

const whose = ({ username, configurationName }: Element) => ({ username, configurationName });

/** A page of a list, compared with the whole list, whose order is open (AD-N11). */
async function list(
  state: State,
  rule: DocumentedRuleId,
  { users, filter, size, page }: Pages,
  connections: readonly Connection[],
  ask: (query: UserListQuery) => ReturnType<State['api']['listUsers']>,
  isLimited = false,
): Promise<Check[]> {
  const selected = { [filter]: await filterOf(state, users, filter === 'usernames' ? 'username' : 'key') };
  const { data: whole } = await ask({ ...selected, size: '25' });
  const pageSize = Number(size ?? 25);
  // A page past the last is open (AD-N07).
  const last = Math.ceil((users.length * connections.length) / pageSize) - 1;
  const index = page === -1 ? last : Math.min(page, last);
  const current = state.data.first + index;
  const { data: paged } = await ask({ ...selected, ...(size !== undefined && { size }), page: String(current) });
  const names = connections.map((connection) => state.names[connection]);
  // Other connections of the tracker may have the users too.
  const total = whole.elements.length;
  const own = shown(whole.elements, names);
  const expected = elementsOf(state, connections, users);
  const totalPages = (of: DocumentedRuleId, { page }: typeof paged) =>
    same(of, () => page.totalPages, Math.ceil(page.totalElements / pageSize), 'page.totalPages');
  const unfiltered: Check = {
    rule: 'AD-12',
    holds: async () => totalPages('AD-12', (await ask({ size: String(pageSize) })).data).holds(),
  };
  return [
    same(rule, () => inOrder(own.map(whose)), inOrder(expected.map(whose)), 'elements'),
    same('AD-19', () => inOrder(own), expected),
    same('AD-14', () => (isLimited ? total : own.length), own.length, 'elements of this connection'),
    same('AD-17', () => shown(paged.elements), onPage(shown(whole.elements), index, pageSize), 'elements of the page'),
    same('AD-11', () => paged.page.current, current, 'page.current'),
    same('AD-10', () => paged.page.pageSize, pageSize, 'page.pageSize'),
    same('AD-17', () => paged.page.totalElements, total, 'page.totalElements'),
    unlessOneHolds('AD-12', [totalPages('AD-12', paged)], [unfiltered]),
    totalPages('AD-17', paged),
  ];
}

/** The values of a user in a connection. */
function values(
  state: State,
  rule: DocumentedRuleId,
  connection: Connection,
  idOrName: string,
  user: number,
  userKeyOrName: string,
) {
  const read = async () => withValue((await state.api.getUserInConnection({ idOrName, userKeyOrName })).data);
  return same(rule, read, valuesOf(state, connection, user));
}

const ofUser = { user: everybody, byUser: ['key', 'username'] } as const;

/** The values of a user in each connection, by the name of the connection. */
function allValues(state: State, user: number, by: (typeof ofUser)['byUser'][number]): Check[] {
  const userKeyOrName = userOf(state, user)[by];
  const read = once(async () => (await state.api.getUserAttributes({ userKeyOrName })).data);
  return state.connections.map((connection) => {
    const own = async () => withValue((await read())[state.names[connection]]);
    return same(by === 'key' ? 'AD-06' : 'AD-04', own, valuesOf(state, connection, user));
  });
}

function operationsOf(connections: readonly Connection[]): Model['operations'] {
  const inConnection = { connection: connections, by: ['id', 'name'] } as const;
  const called = ({ data, names }: State, connection: Connection, by: 'id' | 'name') =>
    by === 'id' ? data[connection].id : names[connection];
  return {
    updateUsers: operation({ connection: connections, ...changes }, ruleOfUpdate, update),
    listConnectionUsers: operation(
      { ...inConnection, ...pages },
      (given) => (given.by === 'name' ? 'AD-04' : ruleOfFilter(given)),
      (state, { connection, by, ...given }, rule) => {
        const idOrName = called(state, connection, by);
        const ask = (query: UserListQuery) => state.api.listConnectionUsers({ idOrName, query });
        return list(state, rule, given, [connection], ask, true);
      },
    ),
    listUsers: operation(pages, ruleOfFilter, (state, given, rule) =>
      list(state, rule, given, connections, (query) => state.api.listUsers({ query })),
    ),
    getUserInConnection: operation(
      { ...inConnection, ...ofUser },
      ({ by, byUser }) => (by === 'id' && byUser === 'key' ? 'AD-03' : 'AD-04'),
      (state, { connection, by, user, byUser }, rule) => [
        values(state, rule, connection, called(state, connection, by), user, userOf(state, user)[byUser]),
      ],
    ),
    getUserField: operation(
      { ...inConnection, ...ofUser, attribute: [0, 1] },
      ({ by, byUser }) => (by === 'id' && byUser === 'key' ? 'AD-05' : 'AD-04'),
      (state, { connection, by, user, byUser, attribute }, rule) => {
        const idFromAD = state.attributes[attribute];
        const named = { idOrName: called(state, connection, by), userKeyOrName: userOf(state, user)[byUser] };
        const read = async () => withValue((await state.api.getUserField({ ...named, idFromAD })).data);
        return [same(rule, read, withValue({ [idFromAD]: valuesOf(state, connection, user)[idFromAD] ?? '' }))];
      },
    ),
    getUserAttributes: operation(
      ofUser,
      ({ byUser }) => (byUser === 'key' ? 'AD-06' : 'AD-04'),
      (state, { user, byUser }) => allValues(state, user, byUser),
    ),
  };
}

function compare(state: State, rule: DocumentedRuleId): Check[] {
  state.compared += 1;
  const { api, data, names, connections, compared } = state;
  const user = compared % 4;
  const { key } = userOf(state, user);
  const listed = once(async () => (await api.listConnections()).data);
  return [
    ...connections.flatMap((connection) => {
      const elements = once(async () => {
        const query = { usernames: await filterOf(state, everybody, 'username'), size: '25' };
        const { data: page } = await api.listConnectionUsers({ idOrName: data[connection].id, query });
        return inOrder(shown(page.elements));
      });
      const expected = elementsOf(state, [connection], everybody);
      return [
        same('AD-15', async () => usernamesOf(await elements()), usernamesOf(expected)),
        same(rule, elements, expected),
      ];
    }),
    ...connections.map((connection) => {
      const isRenamed = names[connection] !== data[connection].name;
      return values(state, isRenamed ? 'AD-21' : 'AD-04', connection, names[connection], user, key);
    }),
    ...connections.map((connection) => {
      const attributes = async () => inOrder((await listed())[names[connection]] ?? []);
      return same('AD-01', attributes, inOrder(data[connection].attributes));
    }),
    ...allValues(state, user, compared % 2 === 0 ? 'key' : 'username'),
  ];
}

/** Two attributes that both connections synchronize, usual ones first. */
function sharedAttributes(one: ProvidedConnection, two: ProvidedConnection): readonly [string, string] {
  const usual = ['mail', 'department', 'displayName'].filter((name) => one.attributes.includes(name));
  const all = [...new Set([...usual, ...one.attributes])].filter((name) => two.attributes.includes(name));
  const [first = '', second = ''] = all.filter((name) => name !== 'whenCreated');
  skipAsUnavailable(second === '', `"${one.name}" and "${two.name}" do not have two attributes in common.`);
  return [first, second];
}

function modelOf(
  connections: readonly Connection[],
  users: ConnectionNeeds,
  title: string,
  rules: Model['rules'],
): Model {
  return {
    title,
    rules,
    provide: async ({ directorySync, connections: provider }) => {
      const one = await provider.provide(users);
      const two = connections.length > 1 ? await provider.provide({ usersOf: one }) : one;
      return { one, two, first: await firstPage(at(userLists, 1), directorySync, one) };
    },
    again: async ({ directorySync }, data) => {
      for (const connection of connections) {
        const { id, name, users: all } = data[connection];
        const changed = all.slice(0, everybody.length).map(({ key, values }) => ({ userKey: key, fields: [values] }));
        const body = { connectionId: id, update: [{ connection: [{ name }], data: changed }] };
        await directorySync.updateUsers({ body });
      }
      return data;
    },
    isOnce: users.usernames !== undefined,
    start: ({ directorySync: api, tracker, build }, data) => ({
      api,
      tracker,
      data,
      connections,
      attributes: sharedAttributes(data.one, data.two),
      names: { one: data.one.name, two: data.two.name },
      values: { one: [], two: [] },
      unused: build.unusedId(),
      compared: 0,
    }),
    operations: operationsOf(connections),
    compare,
  };
}

export const connectionModels: readonly Model[] = [
  modelOf(['one'], { users: 4 }, 'changes and reads users', [
    ...(['AD-01', 'AD-03', 'AD-04', 'AD-05', 'AD-06', 'AD-10', 'AD-11', 'AD-12'] as const),
    ...(['AD-15', 'AD-16', 'AD-17', 'AD-19', 'AD-20', 'AD-21'] as const),
  ]),
  modelOf(['one', 'two'], { users: 4 }, 'changes and reads users of two connections', [
    'AD-04',
    'AD-06',
    'AD-12',
    'AD-13',
    'AD-14',
    'AD-21',
    'AD-20',
  ]),
  modelOf(
    ['one', 'two'],
    { usernames: ['ann', 'ann/b ß', '7001', '70010'] },
    'changes and reads users with awkward names',
    ['AD-04', 'AD-15', 'AD-19', 'AD-20'],
  ),
];
