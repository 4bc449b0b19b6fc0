import { skipAsUnavailable } from '../../../fixtures/index.js';
import type { DocumentedRuleId, ProvidedConnection } from '../../../fixtures/index.js';
import { apply, call, name } from '../../support/sequences/code.js';
import type { Code, Name } from '../../support/sequences/code.js';
import { operation } from '../../support/sequences/sequence-model.js';
import type { Check, Line, SequenceModel, Step } from '../../support/sequences/sequence-model.js';

type Connection = 'one' | 'two';

interface State {
  /** The two attributes that calls change. */
  readonly attributes: readonly [string, string];
  /** The names that calls gave, by connection. */
  readonly names: Partial<Record<Connection, string>>;
  /** The values that calls gave to each user. */
  readonly values: Readonly<Record<Connection, Record<string, string>[]>>;
  /** A number that no connection is called by. */
  readonly unused: number;
  named: number;
  compared: number;
}

const everybody = [0, 1, 2, 3] as const;
const namings = ['id', 'name'] as const;
const userNamings = ['key', 'username'] as const;

/** Values of an attribute: digits, some of them the beginning of others, every kind of text, long, none. */
const values = ['7', '70', ' 7 0 ', 'Ärger / 日本 \\ "x"', 'x'.repeat(256), ''] as const;

function nameOf({ names }: State, connection: Connection): Code {
  return names[connection] ?? name(`${connection}.name`);
}

function called(state: State, connection: Connection, by: (typeof namings)[number]): Code {
  return by === 'id' ? name(`${connection}.id`) : nameOf(state, connection);
}

/** The values of a user over a connection. */
function valuesOf({ values: all }: State, connection: Connection, user: number): Code {
  return apply('withValue', { '...': name(`${connection}.users[${user}].values`), ...all[connection][user] });
}

function elementOf(state: State, connection: Connection, user: number): Code {
  const fields = valuesOf(state, connection, user);
  return { username: name(`one.users[${user}].username`), configurationName: nameOf(state, connection), fields };
}

function elementsOf(state: State, of: readonly Connection[], users: readonly number[]): Code {
  return apply(
    'inOrder',
    of.flatMap((connection) => users.map((user) => elementOf(state, connection, user))),
  );
}

/** Several values of a filter, as the tracker takes them. */
function filterOf(users: readonly number[], by: 'username' | 'key'): Code {
  const all = users.map((user) => name(`one.users[${user}].${by}`));
  return all.length === 1 ? all[0] : call('several', all, name('tracker'), name('one'));
}

function given(state: State, code: Code): Line & { readonly gives: string } {
  state.named += 1;
  return { gives: `answer${state.named}`, code };
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
      const data = users.map((user, index) => {
        const given = chosen.map((one, at) => [one, values[(value + index + at) % values.length] ?? ''] as const);
        const own = state.values[connection];
        own[user] = { ...own[user], ...Object.fromEntries(given) };
        const objects =
          fields === 'both in one object' ? [Object.fromEntries(given)] : given.map(([at, to]) => ({ [at]: to }));
        return { userKey: name(`one.users[${user}].key`), fields: objects };
      });
      const renaming = isRenamed ? [{ name: (state.names[connection] = newName(state, connection, pick)) }] : [];
      const details = isRenamed ? { connection: renaming } : {};
      const all =
        elements === 'one' || data.length === 0
          ? [{ ...details, data }]
          : data.map((one, index) => ({ ...(index === 0 && details), data: [one] }));
      const body = { connectionId: name(`${connection}.id`), update: all };
      const line = given(state, call('directorySync.updateUsers', { body }));
      const rule = isRenamed ? 'AD-21' : data.length > 1 || chosen.length > 1 ? 'AD-20' : 'AD-19';
      return {
        rule,
        lines: [line],
        checks: () => [{ rule, seen: name(line.gives), matcher: 'toSucceed' }],
      };
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
    readonly code: (query: Code) => ReturnType<typeof call>;
  },
): Step {
  const selected = { [filter]: filterOf(users, filter === 'usernames' ? 'username' : 'key') };
  const whole = given(state, of.code({ ...selected, size: '25' }).at('data'));
  const pageSize = Number(size ?? 25);
  // A page past the last is open (AD-N07).
  const last = Math.ceil((users.length * of.connections.length) / pageSize) - 1;
  const index = page === -1 ? last : Math.min(page, last);
  const number = name(`String(first + ${index})`);
  const paged = given(state, of.code({ ...selected, ...(size !== undefined && { size }), page: number }).at('data'));
  const rule = of.rule ?? (filter === 'usernames' ? 'AD-15' : 'AD-16');
  const elements = (answer: string) => apply('shown', name(`${answer}.elements`));
  const names = of.connections.map((connection) => nameOf(state, connection));
  // Other connections of the tracker may have the users too.
  const total = name(`${whole.gives}.elements.length`);
  const pages = name(`Math.ceil(${total.text} / ${pageSize})`);
  const described = (of: string) => name(`${paged.gives}.page.${of}`);
  const current = name(`first + ${index}`);
  return {
    rule,
    lines: [whole, paged],
    isRead: true,
    checks: () => [
      {
        rule,
        seen: apply('inOrder', apply('shown', name(`${whole.gives}.elements`), names)),
        matcher: 'toEqual',
        expected: elementsOf(state, of.connections, users),
      },
      {
        rule: 'AD-11',
        seen: elements(paged.gives),
        matcher: 'toEqual',
        expected: apply('onPage', elements(whole.gives), index, pageSize),
      },
      { rule: 'AD-11', seen: described('current'), matcher: 'toBe', expected: current },
      { rule: 'AD-10', seen: described('pageSize'), matcher: 'toBe', expected: pageSize },
      { rule: 'AD-17', seen: described('totalElements'), matcher: 'toBe', expected: total },
      { rule: 'AD-12', seen: described('totalPages'), matcher: 'toBe', expected: pages },
    ],
  };
}

const listConnectionUsers = (connections: readonly Connection[]) =>
  operation(
    'listConnectionUsers',
    { connection: connections, by: namings, ...listParameters },
    (state: State, { connection, by, ...parameters }) => {
      const idOrName = called(state, connection, by);
      return listing(state, parameters, {
        connections: [connection],
        ...(by === 'name' && { rule: 'AD-04' }),
        code: (query) => call('directorySync.listConnectionUsers', { idOrName, query }),
      });
    },
  );

const listUsers = (connections: readonly Connection[]) =>
  operation('listUsers', listParameters, (state: State, parameters) =>
    listing(state, parameters, {
      connections,
      code: (query) => call('directorySync.listUsers', { query }),
    }),
  );

const userParameters = { user: everybody, byUser: userNamings } as const;

const getUserInConnection = (connections: readonly Connection[]) =>
  operation(
    'getUserInConnection',
    { connection: connections, by: namings, ...userParameters },
    (state: State, { connection, by, user, byUser }) => {
      const request = { idOrName: called(state, connection, by), userKeyOrName: name(`one.users[${user}].${byUser}`) };
      const rule = by === 'id' && byUser === 'key' ? 'AD-03' : 'AD-04';
      return read(rule, call('directorySync.getUserInConnection', request), valuesOf(state, connection, user));
    },
  );

const getUserField = (connections: readonly Connection[]) =>
  operation(
    'getUserField',
    { connection: connections, by: namings, ...userParameters, attribute: [0, 1] },
    (state: State, { connection, by, user, byUser, attribute: index }) => {
      const attribute = state.attributes[index];
      const userKeyOrName = name(`one.users[${user}].${byUser}`);
      const request = { idOrName: called(state, connection, by), userKeyOrName, idFromAD: attribute };
      const value =
        state.values[connection][user]?.[attribute] ?? name(`${connection}.users[${user}].values.${attribute}`);
      return read('AD-05', call('directorySync.getUserField', request), apply('withValue', { [attribute]: value }));
    },
  );

function read(rule: DocumentedRuleId, seen: ReturnType<typeof call>, expected: Code): Step {
  const check: Check = { rule, seen: apply('withValue', seen.at('data')), matcher: 'toEqual', expected };
  return { rule, lines: [], isRead: true, checks: () => [check] };
}

const getUserAttributes = (connections: readonly Connection[]) =>
  operation('getUserAttributes', userParameters, (state: State, { user, byUser }) => {
    const userKeyOrName: Name = name(`one.users[${user}].${byUser}`);
    return {
      rule: 'AD-06',
      lines: [],
      isRead: true,
      checks: () => byConnection(state, connections, user, userKeyOrName),
    };
  });

function byConnection(state: State, connections: readonly Connection[], user: number, userKeyOrName: Code): Check[] {
  const read = call('directorySync.getUserAttributes', { userKeyOrName });
  return connections.map((connection) => ({
    rule: 'AD-06',
    seen: apply('withValue', read.at('data', nameOf(state, connection))),
    matcher: 'toEqual',
    expected: valuesOf(state, connection, user),
  }));
}

function compare(connections: readonly Connection[], state: State, rule: DocumentedRuleId): Check[] {
  state.compared += 1;
  const user = state.compared % 4;
  const listed = call('directorySync.listConnections');
  return [
    ...connections.map((connection): Check => {
      const query = { usernames: filterOf(everybody, 'username'), size: '25' };
      const page = call('directorySync.listConnectionUsers', { idOrName: name(`${connection}.id`), query });
      return {
        rule,
        seen: apply('inOrder', apply('shown', page.at('data', 'elements'))),
        matcher: 'toEqual',
        expected: elementsOf(state, [connection], everybody),
      };
    }),
    ...connections.map((connection): Check => {
      const request = { idOrName: nameOf(state, connection), userKeyOrName: name(`one.users[${user}].key`) };
      const seen = apply('withValue', call('directorySync.getUserInConnection', request).at('data'));
      return { rule: 'AD-04', seen, matcher: 'toEqual', expected: valuesOf(state, connection, user) };
    }),
    ...connections.map((connection): Check => ({
      rule: 'AD-01',
      seen: apply('inOrder', listed.at('data', nameOf(state, connection))),
      matcher: 'toEqual',
      expected: apply('inOrder', name(`${connection}.attributes`)),
    })),
    ...byConnection(state, connections, user, name(`one.users[${user}].${userNamings[state.compared % 2] ?? 'key'}`)),
  ];
}

/** Brings the names and values of a connection back. */
function restore(connection: Connection): Line {
  const data = everybody.map((user) => ({
    userKey: name(`one.users[${user}].key`),
    fields: [name(`${connection}.users[${user}].values`)],
  }));
  const update = [{ connection: [{ name: name(`${connection}.name`) }], data }];
  return { code: call('directorySync.updateUsers', { body: { connectionId: name(`${connection}.id`), update } }) };
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
  users: Readonly<Record<string, Code>>,
  described: Pick<SequenceModel<State>, 'title' | 'rules'>,
): SequenceModel<State> {
  const second = call('connections.provide', { usersOf: name('one') });
  return {
    ...described,
    imports: {
      'tracker-e2e': ['covers', 'describeEndpoint', 'expect', 'test'],
      '../support/values.js': ['at', 'inOrder'],
      './support/user-lists.js': ['firstPage', 'onPage', 'several', 'shown', 'userLists', 'withValue'],
    },
    fixtures: ['directorySync', 'connections', 'tracker'],
    setUp: [
      { gives: 'one', code: call('connections.provide', users) },
      ...(connections.length > 1 ? [{ gives: 'two', code: second }] : []),
      {
        gives: 'first',
        code: call('firstPage', apply('at', name('userLists'), 1), name('directorySync'), name('one')),
      },
    ],
    again: connections.map(restore),
    isOnce: 'usernames' in users,
    start: ({ unusedId, one, two = one }) => {
      const attributes = sharedAttributes(one as ProvidedConnection, two as ProvidedConnection);
      return {
        attributes,
        names: {},
        values: { one: [], two: [] },
        unused: (unusedId as () => number)(),
        named: 0,
        compared: 0,
      };
    },
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

/** The models: one connection, two with the same users, and users with awkward names. */
export const connectionModels: readonly SequenceModel<State>[] = [
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
