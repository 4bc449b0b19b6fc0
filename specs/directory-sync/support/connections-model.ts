import { skipAsUnavailable } from '../../../fixtures/index.js';
import type {
  ConnectionNeeds,
  DocumentedRuleId,
  ProvidedConnection,
  TestFixtures,
  UserListQuery,
} from '../../../fixtures/index.js';
import { at, inOrder } from '../../support/values.js';
import { operation } from '../../support/sequences/sequence-model.js';
import type { Check, SequenceModel, Step } from '../../support/sequences/sequence-model.js';
import { firstPage, onPage, several, shown, userLists, withValue } from './user-lists.js';

type Connection = 'one' | 'two';

type Fixtures = Pick<TestFixtures, 'directorySync' | 'connections' | 'tracker' | 'build'>;

type Api = Fixtures['directorySync'];

/** The connections, which are the same if there is one, and the number of the first page of a list. */
interface Data extends Readonly<Record<Connection, ProvidedConnection>> {
  readonly first: 0 | 1;
}

interface State {
  readonly api: Api;
  readonly tracker: Fixtures['tracker'];
  readonly data: Data;
  readonly attributes: readonly [string, string];
  readonly names: Partial<Record<Connection, string>>;
  readonly values: Readonly<Record<Connection, Record<string, string>[]>>;
  /** A number that no connection is called by. */
  readonly unused: number;
  compared: number;
}

const everybody = [0, 1, 2, 3] as const;
const namings = ['id', 'name'] as const;
const userNamings = ['key', 'username'] as const;

/** Values of an attribute: digits, some of them the beginning of others, every kind of text, long, none. */
const values = ['7', '70', ' 7 0 ', 'Ärger / 日本 \\ "x"', 'x'.repeat(256), ''] as const;

function nameOf({ names, data }: State, connection: Connection): string {
  return names[connection] ?? data[connection].name;
}

function called(state: State, connection: Connection, by: (typeof namings)[number]): string {
  return by === 'id' ? state.data[connection].id : nameOf(state, connection);
}

function userOf({ data }: State, user: number, connection: Connection = 'one') {
  return at(data[connection].users, user);
}

function valuesOf(state: State, connection: Connection, user: number): Record<string, string> {
  return withValue({ ...userOf(state, user, connection).values, ...state.values[connection][user] });
}

function elementsOf(state: State, of: readonly Connection[], users: readonly number[]) {
  const elements = of.flatMap((connection) =>
    users.map((user) => ({
      username: userOf(state, user).username,
      configurationName: nameOf(state, connection),
      fields: valuesOf(state, connection, user),
    })),
  );
  return inOrder(elements);
}

async function filterOf(state: State, users: readonly number[], by: 'username' | 'key') {
  const all = users.map((user) => userOf(state, user)[by]);
  return all.length === 1 ? all[0] : several(all, state.tracker, state.data.one);
}

/** Names that a connection may get: digits, the beginning of the other's, other letters. */
function newName({ unused, names }: State, connection: Connection, pick: number): string {
  const all = [`${unused}`, `${unused}0`, `${unused} Ä/?`];
  const other = names[connection === 'one' ? 'two' : 'one'];
  const free = all.filter((one) => one !== other);
  return free[pick % free.length] ?? `${unused}`;
}

const update = (connections: readonly Connection[]) =>
  operation(
    'updateUsers',
    {
      connection: connections,
      users: [[], [0], [3], [2, 1], everybody],
      fields: ['the first', 'the second', 'both in one object', 'both in an object each'],
      elements: ['one', 'one for each user'],
      value: [0, 1, 2, 3, 4, 5],
      rename: [false, true],
    },
    (state: State, { connection, users, fields, elements, value, rename }, pick) => {
      const isRenamed = rename || users.length === 0;
      const [first, second] = state.attributes;
      const chosen = fields.startsWith('both') ? state.attributes : [fields === 'the first' ? first : second];
      const rule = isRenamed ? 'AD-21' : users.length > 1 || chosen.length > 1 ? 'AD-20' : 'AD-19';
      const make = async (): Promise<Check[]> => {
        const data = users.map((user, index) => {
          const given = chosen.map((one, at) => [one, values[(value + index + at) % values.length] ?? ''] as const);
          const own = state.values[connection];
          own[user] = { ...own[user], ...Object.fromEntries(given) };
          const objects =
            fields === 'both in one object' ? [Object.fromEntries(given)] : given.map(([at, to]) => ({ [at]: to }));
          return { userKey: userOf(state, user).key, fields: objects };
        });
        const renaming = isRenamed ? [{ name: (state.names[connection] = newName(state, connection, pick)) }] : [];
        const details = isRenamed ? { connection: renaming } : {};
        const all =
          elements === 'one' || data.length === 0
            ? [{ ...details, data }]
            : data.map((one, index) => ({ ...(index === 0 && details), data: [one] }));
        const body = { connectionId: state.data[connection].id, update: all };
        const answer = await state.api.updateUsers({ body });
        return [{ rule, seen: () => answer, matcher: 'toSucceed' }];
      };
      return { rule, make };
    },
  );

const listParameters = {
  users: [[2], [0, 3], everybody],
  filter: ['usernames', 'userkeys'],
  size: ['1', '2', '3', '4', '25', undefined],
  page: [0, 1, -1],
} as const;

interface Listing {
  readonly users: readonly number[];
  readonly filter: (typeof listParameters.filter)[number];
  readonly size: (typeof listParameters.size)[number];
  readonly page: number;
}

/** A page of a list, compared with the whole list, whose order is open (AD-N11). */
function listing(
  state: State,
  { users, filter, size, page }: Listing,
  of: {
    readonly connections: readonly Connection[];
    readonly rule?: DocumentedRuleId;
    readonly ask: (query: UserListQuery) => ReturnType<Api['listUsers']>;
  },
): Step {
  const rule = of.rule ?? (filter === 'usernames' ? 'AD-15' : 'AD-16');
  const make = async (): Promise<Check[]> => {
    const selected = { [filter]: await filterOf(state, users, filter === 'usernames' ? 'username' : 'key') };
    const { data: whole } = await of.ask({ ...selected, size: '25' });
    const pageSize = Number(size ?? 25);
    // A page past the last is open (AD-N07).
    const last = Math.ceil((users.length * of.connections.length) / pageSize) - 1;
    const index = page === -1 ? last : Math.min(page, last);
    const current = state.data.first + index;
    const { data: paged } = await of.ask({ ...selected, ...(size !== undefined && { size }), page: String(current) });
    const names = of.connections.map((connection) => nameOf(state, connection));
    const expected = elementsOf(state, of.connections, users);
    // Other connections of the tracker may have the users too.
    const total = whole.elements.length;
    const onIt = onPage(shown(whole.elements), index, pageSize);
    return [
      { rule, seen: () => inOrder(shown(whole.elements, names)), matcher: 'toEqual', expected },
      { rule: 'AD-11', seen: () => shown(paged.elements), matcher: 'toEqual', expected: onIt },
      { rule: 'AD-11', seen: () => paged.page.current, matcher: 'toBe', expected: current },
      { rule: 'AD-10', seen: () => paged.page.pageSize, matcher: 'toBe', expected: pageSize },
      { rule: 'AD-17', seen: () => paged.page.totalElements, matcher: 'toBe', expected: total },
      { rule: 'AD-12', seen: () => paged.page.totalPages, matcher: 'toBe', expected: Math.ceil(total / pageSize) },
    ];
  };
  return { rule, isRead: true, make };
}

const listConnectionUsers = (connections: readonly Connection[]) =>
  operation(
    'listConnectionUsers',
    { connection: connections, by: namings, ...listParameters },
    (state: State, { connection, by, ...parameters }) =>
      listing(state, parameters, {
        connections: [connection],
        ...(by === 'name' && { rule: 'AD-04' }),
        ask: (query) => state.api.listConnectionUsers({ idOrName: called(state, connection, by), query }),
      }),
  );

const listUsers = (connections: readonly Connection[]) =>
  operation('listUsers', listParameters, (state: State, parameters) =>
    listing(state, parameters, { connections, ask: (query) => state.api.listUsers({ query }) }),
  );

const userParameters = { user: everybody, byUser: userNamings } as const;

const getUserInConnection = (connections: readonly Connection[]) =>
  operation(
    'getUserInConnection',
    { connection: connections, by: namings, ...userParameters },
    (state: State, { connection, by, user, byUser }) => {
      const request = { idOrName: called(state, connection, by), userKeyOrName: userOf(state, user)[byUser] };
      const rule = by === 'id' && byUser === 'key' ? 'AD-03' : 'AD-04';
      const ask = () => state.api.getUserInConnection(request);
      return reading(rule, [valuesCheck(rule, ask, valuesOf(state, connection, user))]);
    },
  );

const getUserField = (connections: readonly Connection[]) =>
  operation(
    'getUserField',
    { connection: connections, by: namings, ...userParameters, attribute: [0, 1] },
    (state: State, { connection, by, user, byUser, attribute: index }) => {
      const idFromAD = state.attributes[index];
      const named = { idOrName: called(state, connection, by), userKeyOrName: userOf(state, user)[byUser] };
      const value = state.values[connection][user]?.[idFromAD] ?? userOf(state, user, connection).values[idFromAD];
      const ask = () => state.api.getUserField({ ...named, idFromAD });
      return reading('AD-05', [valuesCheck('AD-05', ask, withValue({ [idFromAD]: value ?? '' }))]);
    },
  );

function reading(rule: DocumentedRuleId, checks: readonly Check[]): Step {
  return { rule, isRead: true, make: () => Promise.resolve(checks) };
}

function valuesCheck(
  rule: DocumentedRuleId,
  ask: () => Promise<{ readonly data: Record<string, string> | undefined }>,
  expected: Record<string, string>,
): Check {
  return { rule, seen: async () => withValue((await ask()).data), matcher: 'toEqual', expected };
}

const getUserAttributes = (connections: readonly Connection[]) =>
  operation('getUserAttributes', userParameters, (state: State, { user, byUser }) =>
    reading('AD-06', byConnection(state, connections, user, byUser)),
  );

function byConnection(
  state: State,
  connections: readonly Connection[],
  user: number,
  byUser: (typeof userNamings)[number],
): Check[] {
  const read = () => state.api.getUserAttributes({ userKeyOrName: userOf(state, user)[byUser] });
  return connections.map((connection) => {
    const name = nameOf(state, connection);
    const ask = async () => ({ data: (await read()).data[name] });
    return valuesCheck('AD-06', ask, valuesOf(state, connection, user));
  });
}

function compare(connections: readonly Connection[], state: State, rule: DocumentedRuleId): Check[] {
  state.compared += 1;
  const { api, data } = state;
  const user = state.compared % 4;
  return [
    ...connections.map((connection): Check => {
      const seen = async () => {
        const query = { usernames: await filterOf(state, everybody, 'username'), size: '25' };
        const { data: page } = await api.listConnectionUsers({ idOrName: data[connection].id, query });
        return inOrder(shown(page.elements));
      };
      return { rule, seen, matcher: 'toEqual', expected: elementsOf(state, [connection], everybody) };
    }),
    ...connections.map((connection): Check => {
      const request = { idOrName: nameOf(state, connection), userKeyOrName: userOf(state, user).key };
      return valuesCheck('AD-04', () => api.getUserInConnection(request), valuesOf(state, connection, user));
    }),
    ...connections.map((connection): Check => {
      const name = nameOf(state, connection);
      const seen = async () => inOrder((await api.listConnections()).data[name] ?? []);
      return { rule: 'AD-01', seen, matcher: 'toEqual', expected: inOrder(data[connection].attributes) };
    }),
    ...byConnection(state, connections, user, userNamings[state.compared % 2] ?? 'key'),
  ];
}

async function restore(api: Api, { id, name, users }: ProvidedConnection): Promise<void> {
  const data = users.slice(0, everybody.length).map(({ key, values: own }) => ({ userKey: key, fields: [own] }));
  await api.updateUsers({ body: { connectionId: id, update: [{ connection: [{ name }], data }] } });
}

/** Two attributes that both connections synchronize, usual ones first. */
function sharedAttributes(one: ProvidedConnection, two: ProvidedConnection): readonly [string, string] {
  const usual = ['mail', 'department', 'displayName'];
  const shared = one.attributes.filter(
    (attribute) => attribute !== 'whenCreated' && two.attributes.includes(attribute),
  );
  const rank = (attribute: string) => (usual.includes(attribute) ? usual.indexOf(attribute) : usual.length);
  const [first = '', second = ''] = shared.toSorted((left, right) => rank(left) - rank(right));
  skipAsUnavailable(second === '', `"${one.name}" and "${two.name}" do not have two attributes in common.`);
  return [first, second];
}

function modelOf(
  connections: readonly Connection[],
  users: ConnectionNeeds,
  described: Pick<SequenceModel<Fixtures, Data, State>, 'title' | 'rules'>,
): SequenceModel<Fixtures, Data, State> {
  return {
    ...described,
    provide: async ({ directorySync, connections: provider }) => {
      const one = await provider.provide(users);
      const two = connections.length > 1 ? await provider.provide({ usersOf: one }) : one;
      return { one, two, first: await firstPage(at(userLists, 1), directorySync, one) };
    },
    again: async ({ directorySync }, data) => {
      for (const connection of connections) await restore(directorySync, data[connection]);
      return data;
    },
    isOnce: users.usernames !== undefined,
    start: ({ directorySync: api, tracker, build }, data) => ({
      ...{ api, tracker, data },
      attributes: sharedAttributes(data.one, data.two),
      names: {},
      values: { one: [], two: [] },
      unused: build.unusedId(),
      compared: 0,
    }),
    operations: {
      update: update(connections),
      listConnectionUsers: listConnectionUsers(connections),
      listUsers: listUsers(connections),
      getUserInConnection: getUserInConnection(connections),
      getUserField: getUserField(connections),
      getUserAttributes: getUserAttributes(connections),
    },
    compare: (state, rule) => compare(connections, state, rule),
  };
}

const reads = ['AD-01', 'AD-03', 'AD-04', 'AD-05', 'AD-06'] as const;
const pages = ['AD-10', 'AD-11', 'AD-12'] as const;
const filters = ['AD-15', 'AD-16', 'AD-17'] as const;
const updates = ['AD-19', 'AD-20', 'AD-21'] as const;

export const connectionModels: readonly SequenceModel<Fixtures, Data, State>[] = [
  modelOf(
    ['one'],
    { users: 4 },
    {
      title: 'changes and reads users',
      rules: [...reads, ...pages, ...filters, ...updates],
    },
  ),
  modelOf(
    ['one', 'two'],
    { users: 4 },
    {
      title: 'changes and reads users of two connections',
      rules: ['AD-04', 'AD-06', 'AD-12', 'AD-13', 'AD-14', 'AD-21', 'AD-20'],
    },
  ),
  modelOf(
    ['one', 'two'],
    { usernames: ['ann', 'ann/b ß', '7001', '70010'] },
    { title: 'changes and reads users with awkward names', rules: ['AD-04', 'AD-15', 'AD-19', 'AD-20'] },
  ),
];
