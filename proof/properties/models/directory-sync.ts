import * as fc from 'fast-check';
import { withAssumptions } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { operation } from './model.js';
import type { Model } from './model.js';
import type { ModelTracker } from './model-tracker.js';

/** The answers of the fake to the open questions of the document. */
const answers = withAssumptions({});

const BASE = '/rest/ext/ad/1.0/public';

type Values = Readonly<Record<string, string>>;

interface ModelConnection {
  readonly id: number;
  readonly name: string;
  readonly attributes: readonly string[];
}

interface ModelUser {
  readonly connection: number;
  readonly name: string;
  readonly values: Values;
}

interface Held {
  connections: ModelConnection[];
  users: ModelUser[];
}

const keys: Readonly<Record<string, string>> = { ann: 'K9', bob: 'K3', cyd: 'K7', dee: 'K1', eve: 'K5' };
const names = Object.keys(keys);

const connections: readonly ModelConnection[] = [
  { id: 1, name: 'Corporate AD', attributes: ['mail', 'title'] },
  { id: 2, name: 'Partners', attributes: ['company', 'mail'] },
];

/** The users of the directories: dee has no title, and a user of both has another address in each. */
const directory: readonly ModelUser[] = [
  ...['ann', 'bob', 'cyd', 'dee'].map((name) => ({
    connection: 1,
    name,
    values: { mail: `${name}@example.com`, title: name === 'dee' ? '' : `Title of ${name}` },
  })),
  ...['bob', 'dee', 'eve'].map((name) => ({
    connection: 2,
    name,
    values: { company: 'Partner Ltd', mail: `${name}@partner.example` },
  })),
];

const enabled = fc.constantFrom(1, 2);
const name = fc.constantFrom(...names);
const spelling = fc.record({ byId: fc.boolean(), byKey: fc.boolean() });
const listing = fc.record({
  of: fc.option(enabled, { nil: undefined }),
  byId: fc.boolean(),
  page: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  size: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  usernames: fc.option(fc.subarray(names, { minLength: 1 }), { nil: undefined }),
  userkeys: fc.option(fc.subarray(names, { minLength: 1 }), { nil: undefined }),
});
const changes = fc.array(
  fc.record({ user: fc.nat({ max: 3 }), attribute: fc.nat({ max: 1 }), value: fc.constantFrom('', 'one', 'two', 'Ü') }),
  { minLength: 1, maxLength: 3 },
);

/** The directory-sync API as its document describes it, with the fake's answers to the open questions. */
export const directorySyncModel: Model<Held> = {
  world: {
    ...documentsWorld,
    users: [
      ...documentsWorld.users,
      ...names.map((one) => ({
        key: keys[one] as string,
        name: one,
        displayName: one,
        emailAddress: `${one}@example.com`,
        password: one,
        groups: ['tracker-users'],
      })),
    ],
    connections: [
      ...connections.map((one) => ({ ...one, userDn: 'dc=example', attributes: [...one.attributes] })),
      { id: 3, name: 'Old directory', enabled: false, attributes: ['mail'] },
    ],
    directoryUsers: [
      ...directory.map((one) => ({
        connectionId: one.connection,
        userKey: keys[one.name] as string,
        values: Object.fromEntries(Object.entries(one.values).filter(([, value]) => value !== '')),
      })),
      { connectionId: 3, userKey: keys['ann'] as string, values: { mail: 'ann@old.example' } },
    ],
  },
  start: () => ({ connections: [...connections], users: [...directory] }),
  operations: [
    operation(listing, async ({ of, byId, page, size, usernames, userkeys }, held, tracker) => {
      const query = new URLSearchParams();
      if (page !== undefined) query.set('page', String(page));
      if (size !== undefined) query.set('size', String(size));
      if (usernames !== undefined) query.set('usernames', usernames.join(','));
      for (const one of userkeys ?? []) query.append('userkeys', keys[one] as string);
      const place = of === undefined ? '' : `/connection/${nameOf(held, of, byId)}`;
      const { json } = await tracker.call('GET', `${BASE}${place}/user?${query.toString()}`);
      const wanted =
        usernames === undefined && userkeys === undefined ? names : [...(usernames ?? []), ...(userkeys ?? [])];
      const all = listed(held).filter(
        (one) => (of === undefined || one.connection === of) && wanted.includes(one.name),
      );
      const [current, pageSize] = [page ?? 1, size ?? 25];
      const elements = all.slice((current - 1) * pageSize, current * pageSize).map((one) => elementOf(held, one));
      const [totalElements, totalPages] = [all.length, Math.ceil(all.length / pageSize)];
      tracker.agree('the page', json, { elements, page: { current, pageSize, totalPages, totalElements } });
    }),
    operation(fc.record({ of: enabled, name, spelling }), async (given, held, tracker) => {
      const { of, spelling: spelled } = given;
      const user = spelled.byKey ? (keys[given.name] as string) : given.name;
      const path = `${BASE}/connection/${nameOf(held, of, spelled.byId)}/user/${user}`;
      const { status, json } = await tracker.call('GET', path);
      const known = held.users.find((one) => one.connection === of && one.name === given.name);
      tracker.agree('the status', status, known === undefined ? answers['AD-N02'].user : 200);
      if (known === undefined) return;
      tracker.agree('the attributes', json, known.values);
      const one = await tracker.call('GET', `${path}/field/mail`);
      tracker.agree('the attribute', one.json, { mail: known.values['mail'] });
    }),
    operation(fc.record({ of: enabled, changes }), async (given, held, tracker) => {
      const done = change(held, given.of, given.changes);
      const { status } = await tracker.call('PUT', `${BASE}/update`, updateOf(held, given.of, given.changes));
      tracker.agree('the status', status, answers['AD-N09'].status);
      held.users = done;
    }),
    operation(
      fc.record({ of: enabled, changes, wrong: fc.constantFrom('user', 'attribute') }),
      async (given, held, tracker) => {
        const body = updateOf(held, given.of, given.changes);
        const unknown = given.wrong === 'user' ? { userKey: 'K0', fields: [{ mail: 'x' }] } : undefined;
        const nothing = { userKey: keys[membersOf(held, given.of)[0]?.name ?? ''], fields: [{ nothing: 'x' }] };
        const update = [...body.update, { data: [unknown ?? nothing] }];
        const { status } = await tracker.call('PUT', `${BASE}/update`, { ...body, update });
        tracker.agree('the status', status, answers['AD-N10'].status);
      },
    ),
    operation(
      fc.record({ of: enabled, to: fc.constantFrom('A', 'Corporate AD', 'Partners', 'Z') }),
      async (given, held, tracker) => {
        const body = { connectionId: String(given.of), update: [{ connection: [{ name: given.to }] }] };
        const { status } = await tracker.call('PUT', `${BASE}/update`, body);
        const taken = held.connections.some((one) => one.name === given.to && one.id !== given.of);
        tracker.agree('the status', status, taken ? 400 : answers['AD-N09'].status);
        if (taken) return;
        held.connections = held.connections.map((one) => (one.id === given.of ? { ...one, name: given.to } : one));
      },
    ),
    operation(fc.record({ of: enabled }), (given, held, tracker) => {
      tracker.synchronize(given.of);
      const others = held.users.filter((one) => one.connection !== given.of);
      held.users = [...others, ...directory.filter((one) => one.connection === given.of)];
      return Promise.resolve();
    }),
  ],
  compare: async (held, tracker) => {
    const all = await tracker.look('GET', `${BASE}/user`);
    const { elements } = all.json as { elements: unknown };
    tracker.agree(
      'all users',
      elements,
      listed(held).map((one) => elementOf(held, one)),
    );
    const known = await tracker.look('GET', `${BASE}/connection`);
    const expected = held.connections.map((one) => [one.name, one.attributes] as const);
    tracker.agree('the connections', known.json, Object.fromEntries(expected));
    await compareUsers(held, tracker);
  },
};

async function compareUsers(held: Held, tracker: ModelTracker): Promise<void> {
  for (const one of names) {
    const { json } = await tracker.look('GET', `${BASE}/user/${one}`);
    const values = held.users.filter((user) => user.name === one).map((user) => elementOf(held, user));
    const byConnection = values.map(({ configurationName, fields }) => [configurationName, fields] as const);
    tracker.agree(`the values of ${one}`, json, Object.fromEntries(byConnection));
  }
}

type Changes = readonly { readonly user: number; readonly attribute: number; readonly value: string }[];

/** The members of a connection, by name: a change counts among them. */
function membersOf(held: Held, of: number): ModelUser[] {
  return listed(held).filter((one) => one.connection === of);
}

function named(held: Held, of: number, { user, attribute }: Changes[number]): { name: string; attribute: string } {
  const members = membersOf(held, of);
  const attributes = held.connections.find(({ id }) => id === of)?.attributes ?? [];
  return { name: members[user % members.length]?.name ?? '', attribute: attributes[attribute] ?? '' };
}

function updateOf(held: Held, of: number, all: Changes) {
  const data = all.map((one) => {
    const { name: user, attribute } = named(held, of, one);
    return { userKey: keys[user], fields: [{ [attribute]: one.value }] };
  });
  return { connectionId: String(of), update: [{ data }] };
}

function change(held: Held, of: number, all: Changes): ModelUser[] {
  let { users } = held;
  for (const one of all) {
    const { name: user, attribute } = named(held, of, one);
    users = users.map((other) => {
      if (other.connection !== of || other.name !== user) return other;
      return { ...other, values: { ...other.values, [attribute]: one.value } };
    });
  }
  return users;
}

/** Users in the order of the lists: by name, then by connection. */
function listed(held: Held): ModelUser[] {
  const key = (one: ModelUser) => `${one.name} ${elementOf(held, one).configurationName}`;
  return [...held.users].sort((left, right) => (key(left) < key(right) ? -1 : 1));
}

function elementOf(held: Held, { connection, name: username, values }: ModelUser) {
  const configurationName = held.connections.find(({ id }) => id === connection)?.name ?? '';
  return { username, configurationName, fields: values };
}

function nameOf(held: Held, of: number, byId: boolean): string {
  const { name: own = '' } = held.connections.find(({ id }) => id === of) ?? {};
  return byId ? String(of) : encodeURIComponent(own);
}
