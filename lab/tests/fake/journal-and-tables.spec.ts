import { expect } from '@playwright/test';
import type { JournalEntry } from '../../../fake/index.js';
import { basic, startTest as test } from './fake-test.js';
import type { Sent } from './fake-test.js';

test('the journal has the bodies of requests, but neither logins nor what they open', async ({ start }) => {
  const { call, main, fake } = await start();
  const login = { username: 'tess', password: 'secret' };
  const nobody = { authorization: null };
  const sent: readonly (readonly [path: string, json: object, sent?: Sent])[] = [
    ['rest/api/2/isue', { text: 'ü' }],
    ['rest/api/2/issue', { text: 'ü' }, nobody],
    ['rest/auth/1/sesion', login],
    ['rest/auth/1/session', login, nobody],
    ['nowhere/rest/api/2/issue', { text: 'ü' }],
    ['nowhere/rest/auth/1/session', login],
  ];
  for (const [path, json, more] of sent) await call('POST', `/${path}`, { json, ...more });
  const opened = await call('POST', '/rest/auth/1/session', { json: { ...login, password: 'tess' }, ...nobody });
  main.addFault({ kind: 'error-response', status: 503, endpoint: 'createSession' });
  await call('POST', '/rest/auth/1/session', { json: login, ...nobody });

  const [text, leftOut] = ['{"text":"ü"}', '(left out: it holds credentials)'];
  const bodies = main.journal().map(({ requestBody }) => requestBody);
  expect(bodies).toStrictEqual([text, text, ...Array<string>(4).fill(leftOut)]);
  expect(fake.control.unmatched().map(({ requestBody }) => requestBody)).toStrictEqual([text, leftOut]);
  const told = JSON.stringify(main.journal().map(({ id }) => main.exchange(id)));
  const cookies = [opened.headers['set-cookie'] ?? []].flat().map((cookie) => /=([^;]+)/.exec(cookie)?.[1]);
  expect(cookies).toHaveLength(2);
  for (const secret of ['secret', ...cookies]) expect(told).not.toContain(secret);
});

const [toMyself, toIssues] = ['GET /rest/api/2/myself', 'POST /rest/api/2/issue'];
const wrongLogin = { authorization: basic('tess', 'wrong') };

const refusedCalls: readonly (readonly [
  ...[call: string, sent: Sent, status: number, endpoint: string | null, refused: JournalEntry['refused']],
])[] = [
  [toMyself, { authorization: 'Bearer wrong' }, 401, 'GET /myself', 'login'],
  [toMyself, { authorization: null }, 401, 'GET /myself', 'login'],
  // An upload without the XSRF header.
  [`${toIssues}/QA-1/attachments`, { text: 'x' }, 403, 'POST /issue/{issueIdOrKey}/attachments', 'request'],
  [toIssues, { text: '{' }, 400, 'POST /issue', 'request'],
  [toIssues, { json: { fields: {} } }, 400, 'POST /issue', null],
  ['GET /rest/api/2/issue/%E0%A4%A', {}, 400, null, 'address'],
  ['DELETE /rest/api/2/myself', {}, 405, null, 'address'],
  ['GET /rest/api/2/myslef', wrongLogin, 401, null, 'login'],
];

test('the journal says which endpoint was meant and why it was refused', async ({ start }) => {
  const { call: send, control } = await start();
  for (const [index, [call, sent, status, endpoint, refused]] of refusedCalls.entries()) {
    const [method = '', url = ''] = call.split(' ');
    const reply = await send(method, url, sent);

    const { body } = await control('GET', `/tenants/main/journal/${index + 1}`);
    expect.soft(reply.status, call).toBe(status);
    expect.soft(body, call).toMatchObject({ method, url, status, endpoint, refused });
  }
});

test('a request that reached no tracker is kept', async ({ start }) => {
  const { fake, control, call, main } = await start();
  fake.control.open({ name: 'jira' });
  await call('GET', '/jria/rest/api/2/myself?x=1');
  await call('POST', '/api/2/issue', { json: {} });

  const unmatched = (await control('GET', '/unmatched')).body as JournalEntry[];

  expect(unmatched.map(({ id, method, url, status }) => `${id} ${method} ${url} ${status}`)).toStrictEqual([
    '1 GET /jria/rest/api/2/myself?x=1 404',
    '2 POST /api/2/issue 404',
  ]);
  expect((await control('GET', '/unmatched/1')).body).toMatchObject({
    curl: `curl -i -X GET '${fake.url}/jria/rest/api/2/myself?x=1'`,
  });
  expect((await control('GET', '/unmatched/3')).status).toBe(404);
  expect((await control('GET', '/unmatched?since=2')).body).toStrictEqual([]);
  expect(main.journal()).toStrictEqual([]);
});

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
  expect(await keysOf('key=QA-1&key=DEMO-2&key=NONE-1')).toStrictEqual(['DEMO-2', 'QA-1']);
  expect(await keysOf('projectId=11101&issueTypeId=10004')).toStrictEqual(['DEMO-2']);
  expect(await keysOf('words=TESS%20form')).toStrictEqual(['QA-1', 'QA-3']);
  expect(await keysOf('words=&projectId=11101')).toStrictEqual(['DEMO-1', 'DEMO-2']);
  expect(await keysOf('nothing=1')).toStrictEqual([]);
  expect(main.rows('syncedUsers', { where: { connectionId: ['2'] } }).total).toBe(2);
});

test('credentials and bytes are neither shown, nor searched, nor selected by', async ({ start }) => {
  const { control, main } = await start();
  const rowsOf = async (query: string) => (await control('GET', `/tenants/main/tables/users?${query}`)).body;

  expect(JSON.stringify(await rowsOf(''))).not.toContain('admin-token');
  expect(main.rows('users').rows.every((row) => !('password' in row) && !('token' in row))).toBe(true);
  expect(await rowsOf('words=admin-token')).toStrictEqual({ total: 0, rows: [] });
  expect(await rowsOf('token=admin-token')).toStrictEqual({ total: 0, rows: [] });
});
