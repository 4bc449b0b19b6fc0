import { expect } from '@playwright/test';
import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { loadWorld } from '../../../fake/state/load-world.js';
import { basic, test } from './directory-test.js';

const { connections = [], directoryUsers = [] } = documentsWorld;
const connection = { id: 9, name: 'Ninth', attributes: ['mail'] };
const person = { connectionId: 2, userKey: 'JIRAUSER10000', values: {} };
const withConnection = (other: object) => ({ connections: [...connections, { ...connection, ...other }] });
const withPeople = (...others: readonly object[]) => ({
  directoryUsers: [...directoryUsers, ...others.map((other) => ({ ...person, ...other }))],
});

for (const [change, fault] of [
  [withConnection({ id: 2, attributes: ['mail', 'company'] }), 'connections.Ninth: the id 2 is taken'],
  [withConnection({ name: 'Partners' }), 'connections.Partners: there is a connection with that name already'],
  [withConnection({ attributes: [] }), 'connections.3.attributes: Too small: expected array to have >=1 items'],
  [withConnection({ attributes: ['mail', 'mail'] }), 'connections.3.attributes: an attribute is named twice'],
  [withConnection({ id: '9' }), 'connections.3.id: Invalid input: expected number, received string'],
  [withPeople({ connectionId: 8 }), 'directoryUsers.8/JIRAUSER10000: no connection 8'],
  [withPeople({ userKey: 'NOBODY' }), 'directoryUsers.2/NOBODY: no user with the key NOBODY'],
  [
    withPeople({ values: { mail: 'x', shoeSize: '9', hat: 'L' } }),
    'directoryUsers.2/JIRAUSER10000: the connection has no attribute shoeSize, hat',
  ],
  [withPeople({}, {}), 'directoryUsers.2/JIRAUSER10000: the directory holds that user already'],
  [
    withPeople({ values: { mail: 7 } }),
    'directoryUsers.5.values.mail: Invalid input: expected string, received number',
  ],
  [
    { properties: { 'ext.adas.rest.whitelist': ['tess'] } },
    'properties.ext.adas.rest.whitelist: Invalid input: expected string, received array',
  ],
] as const) {
  test(`a world is refused with ${fault}`, () => {
    const world = { ...documentsWorld, ...change } as WorldInput;

    expect(() => loadWorld(world)).toThrow(new Error(`The world can't be loaded:\n  - ${fault}`));
  });
}

test('a world is synchronized when it is loaded, with empty texts for what a directory lacks', () => {
  const world = {
    ...documentsWorld,
    connections: [{ id: 5, name: 'Fifth', attributes: ['mail', 'title'] }],
    directoryUsers: [{ connectionId: 5, userKey: 'JIRAUSER10001', values: { title: 'Tester' } }],
  };

  expect(loadWorld(world).state.dump().syncedUsers).toEqual([
    { ...world.directoryUsers[0], username: 'tess', listed: true, values: { mail: '', title: 'Tester' } },
  ]);
});

test('a world without connections has none', () => {
  const { connections: _, directoryUsers: __, ...world } = documentsWorld;

  expect(loadWorld(world).state.dump()).toMatchObject({ connections: [], directoryUsers: [], syncedUsers: [] });
});

test('a tenant starts with the properties of its world', async ({ open }) => {
  const { directory } = open({ world: { ...documentsWorld, properties: { 'ext.adas.rest.whitelist': 'tess' } } });

  expect((await directory('GET', '/connection', { authorization: basic('tess') })).status).toBe(200);
});

test('rows that are added are synchronized, and those of other connections are left as they are', async ({ open }) => {
  const { tenant, directory } = open();
  const data = [{ userKey: 'JIRAUSER10001', fields: [{ mail: 'updated@example.com' }] }];
  await directory('PUT', '/update', { json: { connectionId: '1', update: [{ data }] } });

  tenant.add({ connections: [connection], directoryUsers: [{ ...person, connectionId: 9, values: { mail: 'new' } }] });

  expect((await directory('GET', '/user/admin')).body).toMatchObject({ Ninth: { mail: 'new' } });
  expect((await directory('GET', '/connection/1/user/tess/field/mail')).body).toEqual({ mail: 'updated@example.com' });
});
