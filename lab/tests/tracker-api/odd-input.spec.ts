import { expect } from '@playwright/test';
import { fetch } from 'undici';
import { leftOut } from '../../../fake/server/left-out.js';
import { basic } from '../fake/fake-test.js';
import { fieldsOf, test, worldWithoutTests } from './tracker-test.js';

const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Task' }, summary: 'x' };

test('paths may end with a slash, and keys of issues are found in any case', async ({ tracker: { tess } }) => {
  expect((await tess.get('/project/DEMO/')).body).toHaveProperty('key', 'DEMO');
  expect((await tess.post('/issue/', { fields })).status).toBe(201);
  expect((await tess.get('/issue/demo-1')).body).toHaveProperty('key', 'DEMO-1');
  expect((await tess.post('/issue/Demo-1/comment', { body: 'x' })).status).toBe(201);
});

test('HEAD is answered as GET is, without the body', async ({ tracker: { baseUrl } }) => {
  const ask = (method: string) =>
    fetch(`${baseUrl}/rest/api/2/issue/DEMO-1`, { method, headers: { authorization: basic('tess') } });

  const [head, get] = [await ask('HEAD'), await ask('GET')];

  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
});

test('a list may be one parameter or several, and a negative maxResults is a whole page', async ({ tracker }) => {
  const { tess } = tracker;
  const { body } = await tess.get('/search?jql=key=DEMO-1&fields=summary&fields=status');
  const [issue] = (body as { issues: { fields: object }[] }).issues;

  expect(Object.keys(issue?.fields ?? {}).sort()).toEqual(['status', 'summary']);
  for (const query of ['maxResults=-1', 'maxResults=5000']) {
    expect((await tess.get(`/search?${query}`)).body).toHaveProperty('maxResults', 1000);
  }
  expect((await tess.post('/search', { maxResults: -1 })).body).toHaveProperty('maxResults', 1000);
  const members = await tess.get('/group/member?groupname=tracker-users&maxResults=-1');
  expect(members.body).toHaveProperty('maxResults', 50);
});

for (const [version, told] of [
  [
    '9.12.0',
    /^Unrecognized field "hello" \(Class \S+VersionBean\), not marked as ignorable\n at \[Source: \S+; line: 2, column: 9\]/,
  ],
  [
    '10.3.0',
    /^Unrecognized field "hello" \(class \S+VersionBean\), not marked as ignorable \(\d+ known properties: "expand",/,
  ],
] as const) {
  test(`a ${version} refuses properties that it does not know, of some bodies`, async ({ open }) => {
    const { admin } = open({ world: { ...worldWithoutTests, version } });
    const text = '{ "name": "1",\n"hello": 1, "projectId": 11101 }';

    const errorMessages = [expect.stringMatching(told)];
    expect(await admin.post('/version', undefined, { text })).toMatchObject({
      status: 400,
      body: { errorMessages },
    });
    expect((await admin.post('/search', { fieldsByKeys: false })).status).toBe(400);
    expect((await admin.post('/issue/DEMO-1/worklog', { timeSpent: '1h', notifyUsers: false })).status).toBe(400);
    expect((await admin.post('/issue/DEMO-1/comment', { body: 'x', hello: 1 })).status).toBe(201);
  });
}

test('null stands for what is left out of a body', async ({ tracker }) => {
  const edit = { fields: null, update: { labels: [{ add: 'x' }] } };

  expect((await tracker.tess.put('/issue/DEMO-1', edit)).status).toBe(204);
  expect(await fieldsOf(tracker)).toMatchObject({ labels: expect.arrayContaining(['x']) });
});

test('who has not logged in sees what a project shows to anyone, and is asked to log in for the rest', async ({
  tracker: { tenant, baseUrl },
}) => {
  const project = { id: 600, key: 'OPEN', name: 'Open', lead: 'JIRAUSER10000', issueTypeIds: [10001] };
  tenant.add({
    projects: [{ ...project, workflow: 'Plain workflow', permissions: { BROWSE_PROJECTS: ['anyone'] } }],
    issues: [{ id: 601, key: 'OPEN-1', issueTypeId: 10001, reporter: 'JIRAUSER10000', fields: { summary: 'Seen' } }],
  });
  const get = async (path: string) => {
    const response = await fetch(`${baseUrl}/rest/api/2${path}`);
    return { status: response.status, body: await response.json() };
  };

  expect(await get('/project')).toMatchObject({ status: 200, body: [{ key: 'OPEN' }] });
  expect(await get('/search?jql=')).toMatchObject({ status: 200, body: { total: 1, issues: [{ key: 'OPEN-1' }] } });
  expect(await get('/issue/OPEN-1')).toMatchObject({ status: 200, body: { fields: { summary: 'Seen' } } });
  const errorMessages = ['You do not have the permission to see the specified issue.', 'Login Required'];
  expect(await get('/issue/DEMO-1')).toMatchObject({ status: 401, body: { errorMessages } });
  expect((await get('/myself')).status).toBe(401);
});

test('the journal says what a request is that the fake leaves out', async ({ tracker: { tess, tenant } }) => {
  for (const path of ['/dashboard', '/nothing']) await tess.get(path);

  const [first, second] = tenant.journal();
  expect(first).toMatchObject({
    status: 404,
    endpoint: null,
    leftOut: 'dashboards, and what filters share, show and send',
  });
  expect(second).not.toHaveProperty('leftOut');
  expect(tenant.exchange(first?.id ?? 0)).toMatchObject({ ...first, nearest: expect.any(Array) });
});

test('no endpoint answers in place of what is left out', async ({ tracker: { tess } }) => {
  for (const { what, paths } of leftOut) {
    for (const path of paths) {
      const errorMessages = [expect.stringContaining(`The fake leaves out ${what};`)];
      const { status, body } = await tess.get(path.replaceAll('*', 'DEMO-1'));
      expect.soft({ path, status, body }).toMatchObject({ path, status: 404, body: { errorMessages } });
    }
  }
});

test('odd text is kept as it was sent', async ({ tracker }) => {
  const summary = 'Half a pair \ud800, a zero \u0000, right to left \u202e, 🙂';

  expect((await tracker.tess.put('/issue/DEMO-1', { fields: { summary } })).status).toBe(204);
  expect(await fieldsOf(tracker)).toMatchObject({ summary });
});
