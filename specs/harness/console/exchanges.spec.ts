import { expect } from '@playwright/test';
import type { JournalEntry, JournalExchange } from '../../../fake/index.js';
import { test } from './console-test.js';

type Exchange = JournalExchange & { readonly curl: string };

test('the journal gives what came after a request', async ({ start }) => {
  const { control, call, main } = await start();
  for (const path of ['myself', 'field', 'serverInfo']) await call('GET', `/rest/api/2/${path}`);

  const later = (await control('GET', '/spaces/main/journal?since=1')).body as JournalEntry[];

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

  const exchange = (await control('GET', '/spaces/main/journal/1')).body as Exchange;

  expect(exchange).toMatchObject({ endpoint: 'POST /issue', contentType: 'application/json', nearest: [] });
  expect(exchange.curl).toBe(
    `curl -i -X POST -u "$TRACKER_USERNAME:$TRACKER_PASSWORD" -H 'Content-Type: application/json' --data-binary ` +
      `'${JSON.stringify(json).replace("'", "'\\''")}' '${fake.url}/jira/rest/api/2/issue'`,
  );
  expect(((await control('GET', '/spaces/main/journal/2')).body as Exchange).curl).toBe(
    `curl -i -X GET '${fake.url}/jira/rest/api/2/serverInfo'`,
  );
});

test('a body without a content type is repeated without one, a cut one from a file', async ({ start }) => {
  const { control, call } = await start();
  await call('POST', '/rest/api/2/issue', { text: '{}', contentType: null });
  await call('POST', '/rest/api/2/issue', { text: 'x'.repeat(20_000) });

  const [bare, cut] = [
    (await control('GET', '/spaces/main/journal/1')).body as Exchange,
    (await control('GET', '/spaces/main/journal/2')).body as Exchange,
  ];

  expect(bare.curl).toContain(`-H 'Content-Type:' --data-binary '{}'`);
  expect(cut.curl).toContain('--data-binary @body.json');
});

test('uploads are repeated by the names of their files', async ({ start }) => {
  const { fake, control } = await start();
  const form = new FormData();
  form.append('file', new Blob(['bytes']), "it's.txt");
  const headers = { authorization: `Basic ${btoa('admin:admin')}`, 'x-atlassian-token': 'no-check' };
  await fetch(`${fake.url}/rest/api/2/issue/QA-1/attachments`, { method: 'POST', headers, body: form });

  const { curl } = (await control('GET', '/spaces/main/journal/1')).body as Exchange;

  expect(curl).toContain(`-H 'X-Atlassian-Token: no-check' -F 'file=@it'\\''s.txt' '${fake.url}/`);
});

test('a request that met nothing is given with what came nearest, and its refusal names it', async ({ start }) => {
  const { control, call } = await start();
  const refused = await call('GET', '/rest/api/2/isue/QA-1');
  await call('PUT', '/rest/api/it/1.0/default-template/template/7');

  const exchanges = [
    (await control('GET', '/spaces/main/journal/1')).body,
    (await control('GET', '/spaces/main/journal/2')).body,
  ];

  expect(refused).toMatchObject({
    status: 404,
    body: {
      errorMessages: ['Nothing is served at /rest/api/2/isue/QA-1. Did you mean GET /rest/api/2/issue/{issueIdOrKey}?'],
    },
  });
  expect(exchanges).toMatchObject([
    { nearest: [{ method: 'GET', path: '/rest/api/2/issue/{issueIdOrKey}', endpoint: 'GET /issue/{issueIdOrKey}' }] },
    { nearest: [{ method: 'GET' }, { method: 'POST' }, { method: 'DELETE' }] },
  ]);
});

test('a request whose login was refused has met its endpoint all the same', async ({ start }) => {
  const { control, call } = await start();
  await call('GET', '/rest/api/2/myself', { authorization: 'Bearer wrong' });

  expect((await control('GET', '/spaces/main/journal/1')).body).toMatchObject({ endpoint: null, nearest: [] });
});

test('a request that reached no tracker is kept, with what it came near to in any space', async ({ start }) => {
  const { fake, control, call, main } = await start();
  fake.control.open({ name: 'jira' });
  await call('GET', '/jria/rest/api/2/myself?x=1');
  await call('POST', '/api/2/issue', { json: {} });

  const strays = (await control('GET', '/strays')).body as JournalEntry[];

  expect(strays.map(({ id, method, url, status }) => [id, method, url, status])).toEqual([
    [1, 'GET', '/jria/rest/api/2/myself?x=1', 404],
    [2, 'POST', '/api/2/issue', 404],
  ]);
  expect((await control('GET', '/strays/1')).body).toMatchObject({
    curl: `curl -i -X GET '${fake.url}/jria/rest/api/2/myself?x=1'`,
    nearest: [{ method: 'GET', path: '/jira/rest/api/2/myself', differences: ['The step is jira, not jria.'] }],
  });
  expect(fake.control.stray(2).nearest[0]).toMatchObject({ method: 'POST', path: '/rest/api/2/issue' });
  expect((await control('GET', '/strays/3')).status).toBe(404);
  expect((await control('GET', '/strays?since=2')).body).toEqual([]);
  expect(main.journal()).toEqual([]);
});
