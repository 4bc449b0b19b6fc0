import { expect } from '@playwright/test';
import type { AssumptionOverrides } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { basic, elementsIn, test } from './directory-test.js';

const bearer = 'Bearer admin-token';

test('AD-N01: a login by password is refused if only tokens are accepted', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N01': ['bearer'] } });

  expect((await directory('GET', '/connection')).status).toBe(401);
  expect((await directory('GET', '/connection', { authorization: bearer })).status).toBe(200);
});

test('AD-N01: a login by token is refused if only passwords are accepted', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N01': ['basic'] } });

  expect((await directory('GET', '/connection')).status).toBe(200);
  expect((await directory('GET', '/connection', { authorization: bearer })).status).toBe(401);
});

test('AD-N01: both are accepted by default', async ({ open }) => {
  const { directory } = open();

  expect((await directory('GET', '/connection')).status).toBe(200);
  expect((await directory('GET', '/connection', { authorization: bearer })).status).toBe(200);
});

test('AD-N02: each kind of unknown name is refused with the status of its kind', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N02': { connection: 400, user: 410, attribute: 422 } } });

  expect(await directory('GET', '/connection/9/user/tess')).toMatchObject({
    status: 400,
    body: { errorMessages: [expect.any(String)] },
  });
  expect((await directory('GET', '/connection/9/user')).status).toBe(400);
  expect((await directory('GET', '/connection/1/user/nobody')).status).toBe(410);
  expect((await directory('GET', '/user/nobody')).status).toBe(410);
  expect((await directory('GET', '/connection/1/user/tess/field/shoeSize')).status).toBe(422);
});

test('AD-N02: unknown names have empty answers', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N02': { connection: 200, user: 203, attribute: 206 } } });

  expect(await directory('GET', '/connection/9/user/tess')).toEqual({ status: 200, body: {} });
  expect(await directory('GET', '/connection/9/user')).toEqual({
    status: 200,
    body: { elements: [], page: { current: 1, pageSize: 25, totalPages: 0, totalElements: 0 } },
  });
  expect(await directory('GET', '/user/nobody')).toEqual({ status: 203, body: {} });
  expect(await directory('GET', '/connection/1/user/tess/field/shoeSize')).toEqual({ status: 206, body: {} });
});

test('AD-N03: the permission it names is asked for, and refused with its status', async ({ open }) => {
  const browsing = open({ assumptions: { 'AD-N03': { permission: 'BROWSE_PROJECTS', refusal: 404 } } });
  const [tess, guest] = [{ authorization: basic('tess') }, { authorization: basic('guest') }];

  expect((await browsing.directory('GET', '/connection', tess)).status).toBe(200);
  expect((await browsing.directory('GET', '/connection', guest)).status).toBe(404);
});

test('AD-N04: commas are part of a name if values are repeated', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N04': ['repeated'] } });

  expect(elementsIn(await directory('GET', '/user?usernames=admin,tess'))).toEqual([]);
  expect(elementsIn(await directory('GET', '/connection/1/user?usernames=admin&usernames=tess'))).toHaveLength(2);
});

test('AD-N04: the last of repeated values counts if they are separated by commas', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N04': ['comma-separated'] } });
  const names = async (query: string) =>
    elementsIn(await directory('GET', `/connection/1/user?${query}`)).map(({ username }) => username);

  expect(await names('usernames=admin,tess')).toEqual(['admin', 'tess']);
  expect(await names('userkeys=JIRAUSER10000&userkeys=JIRAUSER10001')).toEqual(['tess']);
});

test('AD-N05: the filters have the names it gives them', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N05': { keep: 'only', valuePrefix: 'where_' } } });

  const kept = elementsIn(await directory('GET', '/connection/1/user?only=mail&where_department=Quality'));
  const passedOver = elementsIn(await directory('GET', '/connection/1/user?fields=mail&field.department=Quality'));

  expect(kept).toEqual([{ username: 'tess', configurationName: 'Corporate AD', fields: { mail: 'tess@example.com' } }]);
  expect(passedOver).toHaveLength(2);
  expect(Object.keys(passedOver[0]?.fields ?? {})).toHaveLength(6);
});

test('AD-N05: nobody has two values for one attribute', async ({ open }) => {
  const { directory } = open();

  const reply = await directory('GET', '/user?field.department=IT&field.department=Quality');

  expect(elementsIn(reply)).toEqual([]);
});

test('AD-N06: a larger size is cut to the maximum', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N06': { maximum: 2, larger: 'cut' } } });

  const { body } = await directory('GET', '/user?size=3');

  expect(body).toMatchObject({ page: { current: 1, pageSize: 2, totalPages: 2, totalElements: 4 } });
});

test('AD-N06: a larger size is refused', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N06': { maximum: 30, larger: 'refused' } } });

  expect((await directory('GET', '/user?size=30')).status).toBe(200);
  expect((await directory('GET', '/user?size=31')).status).toBe(400);
});

test('AD-N06: a maximum below 25 holds if no size is given', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N06': { maximum: 3, larger: 'refused' } } });

  expect((await directory('GET', '/user')).body).toMatchObject({ page: { pageSize: 3 } });
});

test('AD-N07: a page past the last is refused with its status', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N07': 400 } });

  expect(await directory('GET', '/user?page=2')).toMatchObject({
    status: 400,
    body: { errorMessages: [expect.any(String)] },
  });
  expect((await directory('GET', '/user?page=1&usernames=nobody')).status).toBe(200);
});

test('a tracker without connections can be synchronized', async ({ fake, open }) => {
  fake.control.addWorld('no-connections', { ...documentsWorld, connections: [], directoryUsers: [] });
  const { directory, tenant } = open({ world: 'no-connections' });

  tenant.synchronize();

  expect((await directory('GET', '/connection')).body).toEqual({});
});

for (const order of ['username, connection', 'connection, username'] as const) {
  test(`AD-N11: a tracker without users has an empty list by ${order}`, async ({ fake, open }) => {
    fake.control.addWorld('no-users', { ...documentsWorld, directoryUsers: [] });
    const { directory } = open({ world: 'no-users', assumptions: { 'AD-N11': order } });

    expect((await directory('GET', '/user')).body).toEqual({
      elements: [],
      page: { current: 1, pageSize: 25, totalPages: 0, totalElements: 0 },
    });
  });
}

test('AD-N07: a page past the last is empty with its status', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N07': 206 } });

  expect(await directory('GET', '/user?page=99999999999')).toMatchObject({ status: 206, body: { elements: [] } });
});

for (const bad of ['0', '-1', '1.5', 'abc', '', '%201', '1e3', '0x10']) {
  test(`AD-N08: page and size of '${bad}' are refused with its status`, async ({ open }) => {
    const { directory } = open({ assumptions: { 'AD-N08': 422 } });

    expect((await directory('GET', `/user?page=${bad}`)).status).toBe(422);
    expect((await directory('GET', `/connection/1/user?size=${bad}`)).status).toBe(422);
  });

  test(`AD-N08: page and size of '${bad}' are passed over`, async ({ open }) => {
    const { directory } = open({ assumptions: { 'AD-N08': 200 } });

    const reply = await directory('GET', `/user?page=${bad}&size=${bad}`);

    expect(reply).toMatchObject({ status: 200, body: { page: { current: 1, pageSize: 25 } } });
  });
}

const update = (key: string, fields: object) => ({
  json: { connectionId: '1', update: [{ data: [{ userKey: key, fields: [fields] }] }] },
});

test('AD-N09: an update is answered with its status and body', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N09': { status: 202, body: { updated: true } } } });

  expect(await directory('PUT', '/update', update('JIRAUSER10000', { mail: 'x' }))).toEqual({
    status: 202,
    body: { updated: true },
  });
});

test('AD-N09: an update is answered without a body', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N09': { status: 204, body: null } } });

  expect(await directory('PUT', '/update', update('JIRAUSER10000', { mail: 'x' }))).toEqual({
    status: 204,
    body: undefined,
  });
});

/** An update of one user that is there, one that is not, and one that is there. */
const withUnknownUser = {
  json: {
    connectionId: '1',
    update: [
      { data: [{ userKey: 'JIRAUSER10000', fields: [{ mail: 'first' }] }] },
      { data: [{ userKey: 'NOBODY', fields: [{ mail: 'nobody' }] }] },
      { data: [{ userKey: 'JIRAUSER10001', fields: [{ mail: 'last' }, { shoeSize: '9' }] }] },
    ],
  },
};

for (const { status, body } of [
  {
    status: 400,
    body: { errorMessages: [expect.stringContaining('NOBODY'), expect.stringContaining('shoeSize')], errors: {} },
  },
  { status: 200, body: {} },
]) {
  test(`AD-N10: the rest is changed and answered with ${status}`, async ({ open }) => {
    const { directory } = open({ assumptions: { 'AD-N10': { status, changed: 'the rest' } } });

    const reply = await directory('PUT', '/update', withUnknownUser);

    expect(reply).toEqual({ status, body });
    const fields = elementsIn(await directory('GET', '/connection/1/user?fields=mail')).map(
      (element) => element.fields,
    );
    expect(fields).toEqual([{ mail: 'first' }, { mail: 'last' }]);
  });
}

for (const status of [409, 200]) {
  test(`AD-N10: nothing is changed and it is answered with ${status}`, async ({ open }) => {
    const { directory, tenant } = open({ assumptions: { 'AD-N10': { status, changed: 'nothing' } } });
    const before = tenant.state();

    const reply = await directory('PUT', '/update', withUnknownUser);

    expect(reply.status).toBe(status);
    expect(tenant.state()).toStrictEqual(before);
  });
}

for (const { detail, error } of [
  { detail: { name: ' ' }, error: 'The name of a connection can not be empty.' },
  { detail: { name: 'Partners' }, error: "There is a connection named 'Partners' already." },
]) {
  test(`AD-N10: a connection can't be named '${detail.name}'`, async ({ open }) => {
    const { directory, tenant } = open();
    const before = tenant.state();

    const reply = await directory('PUT', '/update', {
      json: { connectionId: '1', update: [{ connection: [detail] }] },
    });

    expect(reply).toMatchObject({ status: 400, body: { errorMessages: [error] } });
    expect(tenant.state()).toStrictEqual(before);
  });
}

test('AD-N10: a connection can be given the name it has', async ({ open }) => {
  const { directory } = open();

  const reply = await directory('PUT', '/update', {
    json: { connectionId: '1', update: [{ connection: [{ name: 'Corporate AD' }] }] },
  });

  expect(reply).toEqual({ status: 200, body: {} });
});

for (const name of ['AD 2', '2 AD']) {
  test(`AD-N10: an update names its connection by id, and not as '${name}'`, async ({ open }) => {
    const { directory } = open();
    const rename = (connectionId: string, to: string) =>
      directory('PUT', '/update', { json: { connectionId, update: [{ connection: [{ name: to }] }] } });

    expect((await rename('2', name)).status).toBe(200);
    expect((await rename(name, 'Other')).status).toBe(400);
  });
}

test('AD-N10: an unknown connection is named in the refusal', async ({ open }) => {
  const { directory } = open();

  const reply = await directory('PUT', '/update', { json: { connectionId: '9', update: [] } });

  expect(reply).toMatchObject({
    status: 400,
    body: { errorMessages: ["There is no connection with the id '9'."] },
  });
});

const orders: { readonly [Order in NonNullable<AssumptionOverrides['AD-N11']>]: readonly string[] } = {
  'username, connection': ['admin Corporate AD', 'guest Partners', 'tess Corporate AD', 'tess Partners'],
  'connection, username': ['admin Corporate AD', 'tess Corporate AD', 'guest Partners', 'tess Partners'],
};

for (const [order, expected] of Object.entries(orders)) {
  test(`AD-N11: elements are sorted by ${order}`, async ({ open }) => {
    const { directory } = open({ assumptions: { 'AD-N11': order as keyof typeof orders } });

    const elements = elementsIn(await directory('GET', '/user'));

    expect(elements.map(({ username, configurationName }) => `${username} ${configurationName}`)).toEqual(expected);
  });
}

for (const [value, expected] of [
  ['union', ['admin', 'tess']],
  ['intersection', ['tess']],
  ['usernames', ['tess']],
  ['userkeys', ['admin', 'tess']],
] as const) {
  test(`AD-N12: usernames and userkeys select the ${value}`, async ({ open }) => {
    const { directory } = open({ assumptions: { 'AD-N12': value } });

    const reply = await directory('GET', '/connection/1/user?usernames=tess&userkeys=JIRAUSER10000,JIRAUSER10001');

    expect(elementsIn(reply).map(({ username }) => username)).toEqual(expected);
  });
}

test('AD-N12: the intersection has those whom both name', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N12': 'intersection' } });

  const reply = await directory('GET', '/connection/1/user?usernames=tess,admin&userkeys=JIRAUSER10001');

  expect(elementsIn(reply).map(({ username }) => username)).toEqual(['tess']);
});

for (const value of ['union', 'intersection', 'usernames', 'userkeys'] as const) {
  test(`AD-N12: one of the two filters alone selects as it says, whatever both mean (${value})`, async ({ open }) => {
    const { directory } = open({ assumptions: { 'AD-N12': value } });
    const names = async (query: string) =>
      elementsIn(await directory('GET', `/connection/1/user?${query}`)).map(({ username }) => username);

    expect(await names('usernames=tess')).toEqual(['tess']);
    expect(await names('userkeys=JIRAUSER10000')).toEqual(['admin']);
    expect(await names('field.department=IT')).toEqual(['admin']);
  });
}

test('AD-N12: usernames alone counts', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N12': 'usernames' } });

  const reply = await directory('GET', '/connection/1/user?usernames=tess&userkeys=JIRAUSER10000');

  expect(elementsIn(reply).map(({ username }) => username)).toEqual(['tess']);
});

for (const { first, unasked, current } of [
  { first: 0, unasked: 'first', current: 0 },
  { first: 0, unasked: 'last', current: 1 },
  { first: 1, unasked: 'first', current: 1 },
  { first: 1, unasked: 'last', current: 2 },
] as const) {
  test(`AD-N13: pages count from ${first}, and the ${unasked} is given if none is asked for`, async ({ open }) => {
    const { directory } = open({ assumptions: { 'AD-N13': { first, unasked } } });
    const namesOn = async (query: string) =>
      elementsIn(await directory('GET', `/user?size=2${query}`)).map(({ username }) => username);

    const { body } = await directory('GET', '/user?size=2');

    expect(body).toMatchObject({ page: { current, pageSize: 2, totalPages: 2, totalElements: 4 } });
    expect(await namesOn(`&page=${first}`)).toEqual(['admin', 'guest']);
    expect(await namesOn(`&page=${first + 1}`)).toEqual(['tess', 'tess']);
    expect(await namesOn(`&page=${first + 2}`)).toEqual([]);
    expect(await namesOn('')).toEqual(await namesOn(`&page=${current}`));
    expect((await directory('GET', `/user?page=${first - 1}`)).status).toBe(400);
  });
}

test('AD-N13: the only page is given, even if it is empty', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N13': { first: 0, unasked: 'last' } } });

  const { body } = await directory('GET', '/user?usernames=nobody');

  expect(body).toMatchObject({ elements: [], page: { current: 0, totalPages: 0 } });
});

for (const [value, emailAddress] of [
  ['left as it was', 'tess@example.com'],
  ['changed too', 'new@example.com'],
] as const) {
  test(`AD-N15: the account of an updated user is ${value}`, async ({ open }) => {
    const { directory, tenant } = open({ assumptions: { 'AD-N15': value } });
    const account = () => (tenant.state().users as { key: string }[]).find(({ key }) => key === 'JIRAUSER10001');
    const before = account();

    await directory('PUT', '/update', update('JIRAUSER10001', { mail: 'new@example.com', department: 'New' }));

    expect(account()).toEqual({ ...before, emailAddress });
  });
}

test('AD-N15: the display name of an account is changed too', async ({ open }) => {
  const { directory, tenant } = open({ assumptions: { 'AD-N15': 'changed too' } });
  const account = () => (tenant.state().users as { key: string }[]).find(({ key }) => key === 'JIRAUSER10001');
  const before = account();

  await directory('PUT', '/update', update('JIRAUSER10001', { displayName: 'New' }));

  expect(account()).toEqual({ ...before, displayName: 'New' });
});

test('AD-N16: reads succeed with the statuses it names', async ({ open }) => {
  const { directory } = open({ assumptions: { 'AD-N16': { connections: 201, user: 202, list: 203 } } });
  const paths = ['/connection', '/connection/1/user/tess', '/connection/1/user/tess/field/mail', '/user/tess'];

  const answers = await Promise.all([...paths, '/user', '/connection/1/user'].map((path) => directory('GET', path)));

  expect(answers.map(({ status }) => status)).toEqual([201, 202, 202, 202, 203, 203]);
});
