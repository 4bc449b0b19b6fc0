import { expect } from '@playwright/test';
import { test } from './console-test.js';

test('GET /control/tenants/{tenant}/tables/{table} gives a part of a table, and how much there is', async ({
  start,
}) => {
  const { control } = await start();

  const part = await control('GET', '/tenants/main/tables/priorities?offset=1&limit=2');

  expect(part).toMatchObject({
    status: 200,
    body: {
      total: 5,
      rows: [
        { id: 2, name: 'High' },
        { id: 3, name: 'Medium' },
      ],
    },
  });
});

test('rows are selected by columns, any of several values, and by words in any case', async ({ start }) => {
  const { control } = await start();
  const keysOf = async (query: string) => {
    const { body } = await control('GET', `/tenants/main/tables/issues?${query}`);
    return (body as { rows: { key: string }[] }).rows.map(({ key }) => key);
  };

  expect(await keysOf('key=QA-1&key=DEMO-2&key=NONE-1')).toEqual(['DEMO-2', 'QA-1']);
  expect(await keysOf('projectId=11101&issueTypeId=10004')).toEqual(['DEMO-2']);
  expect(await keysOf('words=TESS%20form')).toEqual(['QA-1', 'QA-3']);
  expect(await keysOf('words=&projectId=11101')).toEqual(['DEMO-1', 'DEMO-2']);
  expect(await keysOf('nothing=1')).toEqual([]);
});

test('the selected rows are counted by a column', async ({ start }) => {
  const { control, main } = await start();

  const { body } = await control('GET', '/tenants/main/tables/syncedUsers?count=connectionId&limit=1&words=example');

  expect(body).toMatchObject({ total: 5, counts: { 1: 2, 2: 2, 3: 1 }, rows: [{ username: 'admin' }] });
  expect(main.rows('syncedUsers', { where: { connectionId: ['2'] } }).total).toBe(2);
});

test('credentials and bytes are neither shown, nor searched, nor selected by', async ({ start }) => {
  const { control, main } = await start();
  const rowsOf = async (query: string) => (await control('GET', `/tenants/main/tables/users?${query}`)).body;

  expect(JSON.stringify(await rowsOf(''))).not.toContain('admin-token');
  expect(main.rows('users').rows.every((row) => !('password' in row) && !('token' in row))).toBe(true);
  expect(await rowsOf('words=admin-token')).toEqual({ total: 0, rows: [] });
  expect(await rowsOf('token=admin-token')).toEqual({ total: 0, rows: [] });
  expect(await rowsOf('count=token&limit=1')).toMatchObject({ counts: {} });
});

const refusals = [
  { path: '/tables/widgets', status: 404, message: /^There is no table widgets\. There are: users, / },
  { path: '/tables/constructor', status: 404, message: /^There is no table constructor\. / },
  { path: '/tables/users?limit=0', status: 400, message: /^limit: / },
  { path: '/tables/users?limit=1001', status: 400, message: /^limit: / },
  { path: '/tables/users?offset=-1', status: 400, message: /^offset: / },
  { path: '/journal?since=x', status: 400, message: /^since: / },
  { path: '/journal?after=1', status: 400, message: /Unrecognized key: "after"/ },
  { path: '/journal/7', status: 404, message: /^The journal has no request 7\. It has: none\.$/ },
];

for (const { path, status, message } of refusals) {
  test(`GET /control/tenants/{tenant}${path} is refused`, async ({ start }) => {
    const reply = await (await start()).control('GET', `/tenants/main${path}`);

    expect(reply.status).toBe(status);
    expect((reply.body as { errorMessages: string[] }).errorMessages.join()).toMatch(message);
  });
}

test('a tenant tells when it was opened, what its journal keeps, and whether what it holds may have changed', async ({
  start,
}) => {
  const { control, main, call } = await start();
  const tell = async () => (await control('GET', '/tenants/main')).body;
  const before = (await tell()) as { revision: number; opened: number };
  expect(before).toMatchObject({
    ...{ title: 'Bundled tracker', version: '9.12.0', testIssueTypes: { testPlan: 10501 } },
    ...{ journal: { first: 1, last: 0 }, rows: { projects: 5 } },
  });
  expect(Math.abs(before.opened - Date.now())).toBeLessThan(600_000);

  await call('GET', '/rest/api/2/myself');
  expect(await tell()).toMatchObject({ revision: before.revision, journal: { first: 1, last: 1 } });
  await call('DELETE', '/rest/api/it/1.0/default-template/template/1472');
  expect((await tell()) as object).toMatchObject({ journal: { first: 1, last: 2 } });
  const changed = (await tell()) as { revision: number };
  expect(changed.revision).toBeGreaterThan(before.revision);
  main.reset();
  expect(await tell()).toMatchObject({ journal: { first: 3, last: 2 } });
  expect(((await tell()) as { revision: number }).revision).toBeGreaterThan(changed.revision);
});
