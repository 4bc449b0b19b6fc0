import { expect, test as base } from '@playwright/test';
import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { loadWorld } from '../../../fake/state/load-world.js';
import { test } from './directory-test.js';

type Row<Name extends keyof WorldInput> = NonNullable<WorldInput[Name]> extends readonly (infer Item)[] ? Item : never;

const { connections = [], directoryUsers = [] } = documentsWorld;
const connection: Row<'connections'> = { id: 9, name: 'Ninth', attributes: ['mail'] };
const person: Row<'directoryUsers'> = { connectionId: 2, userKey: 'JIRAUSER10000', values: {} };

interface BadWorld {
  readonly title: string;
  readonly change: Readonly<Record<string, unknown>>;
  readonly faults: readonly string[];
}

const badWorlds: readonly BadWorld[] = [
  {
    title: 'two connections with the same id',
    change: { connections: [...connections, { ...connection, id: 2, attributes: ['mail', 'company'] }] },
    faults: ['connections.Ninth: the id 2 is taken'],
  },
  {
    title: 'two connections with the same name',
    change: { connections: [...connections, { ...connection, name: 'Partners' }] },
    faults: ['connections.Partners: there is a connection with that name already'],
  },
  {
    title: 'a user of an unknown connection',
    change: { directoryUsers: [...directoryUsers, { ...person, connectionId: 8 }] },
    faults: ['directoryUsers.8/JIRAUSER10000: no connection 8'],
  },
  {
    title: 'a user of a directory who is nobody in the tracker',
    change: { directoryUsers: [...directoryUsers, { ...person, userKey: 'NOBODY' }] },
    faults: ['directoryUsers.2/NOBODY: no user with the key NOBODY'],
  },
  {
    title: 'values of attributes the connection does not have',
    change: { directoryUsers: [...directoryUsers, { ...person, values: { mail: 'x', shoeSize: '9', hat: 'L' } }] },
    faults: ['directoryUsers.2/JIRAUSER10000: the connection has no attribute shoeSize, hat'],
  },
  {
    title: 'a user who is twice in a directory',
    change: { directoryUsers: [...directoryUsers, person, person] },
    faults: ['directoryUsers.2/JIRAUSER10000: the directory holds that user already'],
  },
  {
    title: 'a connection without attributes',
    change: { connections: [...connections, { ...connection, attributes: [] }] },
    faults: ['connections.3.attributes: Too small: expected array to have >=1 items'],
  },
  {
    title: 'an attribute that a connection names twice',
    change: { connections: [...connections, { ...connection, attributes: ['mail', 'mail'] }] },
    faults: ['connections.3.attributes: an attribute is named twice'],
  },
  {
    title: 'an id of a connection that is text',
    change: { connections: [...connections, { ...connection, id: '9' }] },
    faults: ['connections.3.id: Invalid input: expected number, received string'],
  },
  {
    title: 'a value that is a number',
    change: { directoryUsers: [...directoryUsers, { ...person, values: { mail: 7 } }] },
    faults: ['directoryUsers.5.values.mail: Invalid input: expected string, received number'],
  },
  {
    title: 'a property that is no text',
    change: { properties: { 'ext.adas.rest.whitelist': ['tess'] } },
    faults: ['properties.ext.adas.rest.whitelist: Invalid input: expected string, received array'],
  },
];

for (const { title, change, faults } of badWorlds) {
  base(`a world with ${title} is refused with the place`, () => {
    expect(linesThrownBy({ ...documentsWorld, ...change })).toEqual([
      "The world can't be loaded:",
      ...faults.map((fault) => `  - ${fault}`),
    ]);
  });
}

base('a world is synchronized when it is loaded, with empty texts for what a directory lacks', () => {
  const { syncedUsers } = loadWorld({
    ...documentsWorld,
    connections: [{ id: 5, name: 'Fifth', attributes: ['mail', 'title'] }],
    directoryUsers: [{ connectionId: 5, userKey: 'JIRAUSER10001', values: { title: 'Tester' } }],
  }).state.dump();

  expect(syncedUsers).toEqual([
    {
      connectionId: 5,
      userKey: 'JIRAUSER10001',
      username: 'tess',
      listed: true,
      values: { mail: '', title: 'Tester' },
    },
  ]);
});

base('a world without connections has none', () => {
  const world = { ...documentsWorld };
  delete world.connections;
  delete world.directoryUsers;

  expect(loadWorld(world).state.dump()).toMatchObject({ connections: [], directoryUsers: [], syncedUsers: [] });
});

test('a tenant starts with the properties of its world', async ({ open }) => {
  const properties = { 'ext.adas.rest.whitelist': 'tess' };
  const { directory } = open({ world: { ...documentsWorld, properties } });
  const authorization = `Basic ${Buffer.from('tess:tess').toString('base64')}`;

  expect((await directory('GET', '/connection', { authorization })).status).toBe(200);
});

test('rows that are added are synchronized, and those of other connections are left as they are', async ({ open }) => {
  const { tenant, directory } = open();
  const data = [{ userKey: 'JIRAUSER10001', fields: [{ mail: 'updated@example.com' }] }];
  await directory('PUT', '/update', { json: { connectionId: '1', update: [{ data }] } });

  tenant.add({ connections: [connection], directoryUsers: [{ ...person, connectionId: 9, values: { mail: 'new' } }] });

  expect((await directory('GET', '/user/admin')).body).toMatchObject({ Ninth: { mail: 'new' } });
  expect((await directory('GET', '/connection/1/user/tess/field/mail')).body).toEqual({ mail: 'updated@example.com' });
});

function linesThrownBy(world: WorldInput): string[] {
  try {
    loadWorld(world);
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return ['nothing was thrown'];
}
