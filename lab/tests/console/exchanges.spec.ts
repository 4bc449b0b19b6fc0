import { expect } from '@playwright/test';
import type { JournalEntry } from '../../../fake/index.js';
import type { JournalExchange } from '../../../fake/control/exchange.js';
import { basic } from '../fake/fake-test.js';
import type { Sent } from '../fake/fake-test.js';
import { test } from './console-test.js';

type Exchange = JournalExchange & { readonly curl: string };

test('the journal has the bodies of requests that nothing answers, but no passwords', async ({ start }) => {
  const { call, main, fake } = await start();
  const login = { username: 'tess', password: 'secret' };
  const sent: readonly (readonly [path: string, json: object, sent?: Sent])[] = [
    ['rest/api/2/isue', { text: 'ü' }],
    ['rest/api/2/issue', { text: 'ü' }, { authorization: null }],
    ['rest/auth/1/sesion', login],
    ['nowhere/rest/api/2/issue', { text: 'ü' }],
    ['nowhere/rest/auth/1/session', login],
  ];
  for (const [path, json, more] of sent) await call('POST', `/${path}`, { json, ...more });

  const leftOut = '(left out: it holds credentials)';
  expect(main.journal().map(({ requestBody }) => requestBody)).toEqual(['{"text":"ü"}', '{"text":"ü"}', leftOut]);
  expect(fake.control.unmatched().map(({ requestBody }) => requestBody)).toEqual(['{"text":"ü"}', leftOut]);
});

test('the journal gives what came after a request', async ({ start }) => {
  const { control, call, main } = await start();
  for (const path of ['myself', 'field', 'serverInfo']) await call('GET', `/rest/api/2/${path}`);

  const later = (await control('GET', '/tenants/main/journal?since=1')).body as JournalEntry[];

  expect(later.map(({ id, url }) => [id, url])).toEqual([
    [2, '/rest/api/2/field'],
    [3, '/rest/api/2/serverInfo'],
  ]);
  expect(main.journal(3)).toEqual([]);
});

test('one request is given with a command that repeats it, credentials left out', async ({ start }) => {
  const { fake, control, call } = await start({ contextPath: '/jira' });
  const json = { fields: { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, summary: "It's broken" } };
  await call('POST', '/jira/rest/api/2/issue', { json });
  await call('GET', '/jira/rest/api/2/serverInfo', { authorization: null });

  const exchange = (await control('GET', '/tenants/main/journal/1')).body as Exchange;

  expect(exchange).toMatchObject({ endpoint: 'POST /issue', contentType: 'application/json', nearest: [] });
  expect(exchange.curl).toBe(
    `curl -i -X POST -u "$TRACKER_USERNAME:$TRACKER_PASSWORD" -H 'Content-Type: application/json' --data-raw ` +
      `'${JSON.stringify(json).replace("'", "'\\''")}' '${fake.url}/jira/rest/api/2/issue'`,
  );
  expect(((await control('GET', '/tenants/main/journal/2')).body as Exchange).curl).toBe(
    `curl -i -X GET '${fake.url}/jira/rest/api/2/serverInfo'`,
  );
});

test('a body without a content type is repeated without one, a cut one from a file', async ({ start }) => {
  const { control, call } = await start();
  await call('POST', '/rest/api/2/issue', { text: '{}', contentType: null });
  await call('POST', '/rest/api/2/issue', { text: 'x'.repeat(20_000) });

  const [bare, cut] = [
    (await control('GET', '/tenants/main/journal/1')).body as Exchange,
    (await control('GET', '/tenants/main/journal/2')).body as Exchange,
  ];

  expect(bare.curl).toContain(`-H 'Content-Type:' --data-raw '{}'`);
  expect(cut.curl).toContain("--data-binary '@body.json'");
});

test('uploads are repeated by the names of their files', async ({ start }) => {
  const { fake, control } = await start();
  const form = new FormData();
  form.append('file', new Blob(['bytes']), "it's.txt");
  const headers = { authorization: `Basic ${btoa('admin:admin')}`, 'x-atlassian-token': 'no-check' };
  await fetch(`${fake.url}/rest/api/2/issue/QA-1/attachments`, { method: 'POST', headers, body: form });

  const { curl } = (await control('GET', '/tenants/main/journal/1')).body as Exchange;

  expect(curl).toContain(`-H 'X-Atlassian-Token: no-check' -F 'file=@"it'\\''s.txt"' '${fake.url}/`);
});

test('a request that met nothing is given with what came nearest, and its refusal names it', async ({ start }) => {
  const { control, call } = await start();
  const refused = await call('GET', '/rest/api/2/isue/QA-1');
  await call('PUT', '/rest/api/it/1.0/default-template/template/7');

  const exchanges = [
    (await control('GET', '/tenants/main/journal/1')).body,
    (await control('GET', '/tenants/main/journal/2')).body,
  ];

  expect(refused).toMatchObject({
    status: 404,
    body: {
      errorMessages: ['Nothing is served at /rest/api/2/isue/QA-1. Did you mean GET /rest/api/2/issue/{issueIdOrKey}?'],
    },
  });
  expect(exchanges).toMatchObject([
    {
      nearest: expect.arrayContaining([
        expect.objectContaining({ path: '/rest/api/2/issue/{issueIdOrKey}', endpoint: 'GET /issue/{issueIdOrKey}' }),
      ]),
    },
    { nearest: [{ method: 'GET' }, { method: 'POST' }, { method: 'DELETE' }] },
  ]);
});

interface RefusedCall {
  readonly title: string;
  readonly method?: string;
  readonly path: string;
  readonly sent?: Sent;
  /** The status it is answered with, and what the journal has of it. */
  readonly status: number;
  readonly endpoint: string | null;
  readonly refused: JournalEntry['refused'];
  /** The difference of its nearest miss. */
  readonly near?: readonly string[];
}

const myself = { path: '/rest/api/2/myself', endpoint: 'GET /myself' };
const issue = { method: 'POST', path: '/rest/api/2/issue', endpoint: 'POST /issue' };
const attachments = {
  method: 'POST',
  path: '/rest/api/2/issue/QA-1/attachments',
  endpoint: 'POST /issue/{issueIdOrKey}/attachments',
};

const nothing = { endpoint: null, refused: 'address' } as const;

const refusedCalls: readonly RefusedCall[] = [
  { ...myself, title: 'a wrong token', sent: { authorization: 'Bearer wrong' }, status: 401, refused: 'login' },
  { ...myself, title: 'a wrong password', sent: { authorization: basic('admin', 'x') }, status: 401, refused: 'login' },
  { ...myself, title: 'no login', sent: { authorization: null }, status: 401, refused: 'login' },
  { ...attachments, title: 'an upload without a login', sent: { authorization: null }, status: 401, refused: 'login' },
  { ...attachments, title: 'an upload without the XSRF header', sent: { text: 'x' }, status: 403, refused: 'request' },
  {
    ...attachments,
    title: 'an upload that is no form',
    sent: { text: 'x', headers: { 'x-atlassian-token': 'no-check' } },
    status: 415,
    refused: 'request',
  },
  { ...issue, title: 'no body', status: 400, refused: 'request' },
  { ...issue, title: 'a body that is no JSON', sent: { text: '{' }, status: 400, refused: 'request' },
  {
    ...issue,
    title: 'another content type',
    sent: { text: '{}', contentType: 'text/xml' },
    status: 415,
    refused: 'request',
  },
  {
    ...issue,
    title: 'a body that is too large',
    sent: { text: 'x'.repeat(17_000_000) },
    status: 413,
    refused: 'request',
  },
  { ...issue, title: 'an issue without fields', sent: { json: { fields: {} } }, status: 400, refused: null },
  {
    ...nothing,
    title: 'a mistyped path',
    path: '/rest/api/2/myslef',
    status: 404,
    near: ['The step is myself, not myslef.'],
  },
  {
    ...nothing,
    title: 'another method',
    method: 'DELETE',
    path: '/rest/api/2/myself',
    status: 405,
    near: ['The method is GET, not DELETE.'],
  },
  { ...nothing, title: 'a path with a broken percent-encoding', path: '/rest/api/2/issue/%E0%A4%A', status: 400 },
];

for (const { title, method = 'GET', path, sent, status, endpoint, refused, near = [] } of refusedCalls) {
  test(`the journal says which endpoint was meant and why it was refused: ${title}`, async ({ start }) => {
    const { control, call } = await start();

    const reply = await call(method, path, sent);

    const entry = { method, url: path, status, endpoint, refused };
    expect(reply.status).toBe(status);
    expect((await control('GET', '/tenants/main/journal')).body).toMatchObject([entry]);
    const { nearest } = (await control('GET', '/tenants/main/journal/1')).body as Exchange;
    expect(nearest.slice(0, 1).map((miss) => miss.differences[0])).toEqual(near);
  });
}

test('a refused login at a mistyped path is listed with both', async ({ start }) => {
  const { control, call } = await start();
  await call('GET', '/rest/api/2/myslef', { authorization: basic('tess', 'wrong') });

  expect((await control('GET', '/tenants/main/journal/1')).body).toMatchObject({
    status: 401,
    endpoint: null,
    refused: 'login',
    nearest: expect.arrayContaining([expect.objectContaining({ endpoint: 'GET /myself' })]),
  });
});

test('a call that a fault struck names the endpoint and the login as any other', async ({ start }) => {
  const { control, call } = await start({ faults: [{ kind: 'malformed' }] });
  await call('GET', '/rest/api/2/myself', { authorization: 'Bearer wrong' }).catch(() => undefined);

  expect((await control('GET', '/tenants/main/journal')).body).toMatchObject([
    { status: 401, endpoint: 'GET /myself', refused: 'login', faults: ['malformed-1'] },
  ]);
});

test('a request that reached no tracker is kept, with what it came near to in any tenant', async ({ start }) => {
  const { fake, control, call, main } = await start();
  fake.control.open({ name: 'jira' });
  await call('GET', '/jria/rest/api/2/myself?x=1');
  await call('POST', '/api/2/issue', { json: {} });

  const unmatched = (await control('GET', '/unmatched')).body as JournalEntry[];

  expect(unmatched.map(({ id, method, url, status }) => [id, method, url, status])).toEqual([
    [1, 'GET', '/jria/rest/api/2/myself?x=1', 404],
    [2, 'POST', '/api/2/issue', 404],
  ]);
  expect((await control('GET', '/unmatched/1')).body).toMatchObject({
    curl: `curl -i -X GET '${fake.url}/jria/rest/api/2/myself?x=1'`,
    nearest: [{ method: 'GET', path: '/jira/rest/api/2/myself', differences: ['The step is jira, not jria.'] }],
  });
  expect(fake.control.unmatchedRequest(2).nearest[0]).toMatchObject({ method: 'POST', path: '/rest/api/2/issue' });
  expect((await control('GET', '/unmatched/3')).status).toBe(404);
  expect((await control('GET', '/unmatched?since=2')).body).toEqual([]);
  expect(main.journal()).toEqual([]);
});
