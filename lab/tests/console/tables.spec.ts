import { expect } from '@playwright/test';
import { test } from './console-test.js';

test('GET /control/tenants/{tenant}/tables/{table} gives a part of the rows that are selected', async ({ start }) => {
  const { control, main } = await start();
  const table = async (query: string) => (await control('GET', `/tenants/main/tables/${query}`)).body;
  const keysOf = async (query: string) => {
    const { rows } = (await table(`issues?${query}`)) as { rows: { key: string }[] };
    return rows.map(({ key }) => key);
  };

  expect(await table('priorities?offset=1&limit=2')).toMatchObject({
    total: 5,
    rows: [
      { id: 2, name: 'High' },
      { id: 3, name: 'Medium' },
    ],
  });
  expect(await keysOf('key=QA-1&key=DEMO-2&key=NONE-1')).toEqual(['DEMO-2', 'QA-1']);
  expect(await keysOf('projectId=11101&issueTypeId=10004')).toEqual(['DEMO-2']);
  expect(await keysOf('words=TESS%20form')).toEqual(['QA-1', 'QA-3']);
  expect(await keysOf('words=&projectId=11101')).toEqual(['DEMO-1', 'DEMO-2']);
  expect(await keysOf('nothing=1')).toEqual([]);
  const counted = { total: 5, counts: { 1: 2, 2: 2, 3: 1 }, rows: [{ username: 'admin' }] };
  expect(await table('syncedUsers?count=connectionId&limit=1&words=example')).toMatchObject(counted);
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

test('a table that is not there and a query that can not be are refused', async ({ start }) => {
  const { control } = await start();
  for (const [path, status, message] of [
    ['tables/widgets', 404, /^There is no table widgets\. There are: users, /],
    ['tables/constructor', 404, /^There is no table constructor\. /],
    ['tables/users?limit=0', 400, /^limit: /],
    ['tables/users?limit=1001', 400, /^limit: /],
    ['tables/users?offset=-1', 400, /^offset: /],
    ['journal?since=x', 400, /^since: /],
    ['journal?after=1', 400, /Unrecognized key: "after"/],
    ['journal/7', 404, /^The journal has no request 7\. It has: none\.$/],
  ] as const) {
    const reply = await control('GET', `/tenants/main/${path}`);
    expect.soft(reply.status, path).toBe(status);
    expect.soft((reply.body as { errorMessages: string[] }).errorMessages.join()).toMatch(message);
  }
});

test('a tenant tells when it was opened, what its journal keeps, and whether what it holds may have changed', async ({
  start,
}) => {
  const { control, main, call } = await start();
  const tell = async () => (await control('GET', '/tenants/main')).body as { revision: number; opened: number };
  const before = await tell();
  expect(before).toMatchObject({
    ...{ title: 'Bundled tracker', version: '9.12.0', testIssueTypes: { testPlan: 10501 } },
    ...{ journal: { first: 1, last: 0 }, rows: { projects: 5 } },
  });
  expect(Math.abs(before.opened - Date.now())).toBeLessThan(600_000);

  await call('GET', '/rest/api/2/myself');
  expect(await tell()).toMatchObject({ revision: before.revision, journal: { first: 1, last: 1 } });
  await call('DELETE', '/rest/api/it/1.0/default-template/template/1472');
  const changed = await tell();
  expect(changed).toMatchObject({ journal: { first: 1, last: 2 } });
  expect(changed.revision).toBeGreaterThan(before.revision);
  main.reset();
  expect(await tell()).toMatchObject({ journal: { first: 3, last: 2 } });
  expect((await tell()).revision).toBeGreaterThan(changed.revision);
});
