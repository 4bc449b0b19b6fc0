import { expect } from '@playwright/test';
import { fetch } from 'undici';
import { leftOut } from '../../../fake/server/left-out.js';
import { test } from './tracker-test.js';
import type { Tracker } from './tracker.js';

function ask({ baseUrl }: Tracker, method: string, path: string) {
  return fetch(`${baseUrl}${path}`, { method, headers: { authorization: `Basic ${btoa('tess:tess')}` } });
}

test('a slash at the end of a path is no other path', async ({ tracker }) => {
  expect((await tracker.tess.get('/project/DEMO/')).body).toHaveProperty('key', 'DEMO');
  const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Task' }, summary: 'x' };
  expect((await tracker.tess.post('/issue/', { fields })).status).toBe(201);
});

test('an issue is found by its key in any case, and shows it as it is', async ({ tracker }) => {
  expect((await tracker.tess.get('/issue/demo-1')).body).toHaveProperty('key', 'DEMO-1');
  expect((await tracker.tess.post('/issue/Demo-1/comment', { body: 'x' })).status).toBe(201);
});

test('HEAD is answered as GET is, without the body', async ({ tracker }) => {
  const [head, get] = [
    await ask(tracker, 'HEAD', '/rest/api/2/issue/DEMO-1'),
    await ask(tracker, 'GET', '/rest/api/2/issue/DEMO-1'),
  ];

  expect(head.status).toBe(200);
  expect(await head.text()).toBe('');
  expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
});

test('a list may be sent as one parameter or as several', async ({ tracker }) => {
  const { body } = await tracker.tess.get('/search?jql=key=DEMO-1&fields=summary&fields=status');

  expect(Object.keys((body as { issues: { fields: object }[] }).issues[0]?.fields ?? {}).sort()).toEqual([
    'status',
    'summary',
  ]);
});

test('a negative maxResults means as many as a page may have', async ({ tracker }) => {
  expect((await tracker.tess.get('/search?maxResults=-1')).body).toHaveProperty('maxResults', 1000);
  expect((await tracker.tess.post('/search', { maxResults: -1 })).body).toHaveProperty('maxResults', 1000);
  expect((await tracker.tess.get('/group/member?groupname=tracker-users&maxResults=-1')).body).toHaveProperty(
    'maxResults',
    50,
  );
});

test('null stands for what is left out of a body', async ({ tracker }) => {
  const edit = { fields: null, update: { labels: [{ add: 'x' }] } };

  expect((await tracker.tess.put('/issue/DEMO-1', edit)).status).toBe(204);
  expect((await tracker.tess.get('/issue/DEMO-1?fields=labels')).body).toHaveProperty(
    'fields.labels',
    expect.arrayContaining(['x']),
  );
});

for (const written of ['True', 'TRUE', 'true']) {
  test(`deleteSubtasks=${written} deletes them`, async ({ tracker }) => {
    const fields = {
      project: { key: 'DEMO' },
      issuetype: { name: 'Sub-task' },
      summary: 'x',
      parent: { key: 'DEMO-1' },
    };
    await tracker.tess.post('/issue', { fields });

    expect((await tracker.tess.delete('/issue/DEMO-1')).status).toBe(400);
    expect((await tracker.tess.delete(`/issue/DEMO-1?deleteSubtasks=${written}`)).status).toBe(204);
  });
}

test('who has not logged in sees what a project shows to anyone, and is asked to log in for the rest', async ({
  tracker,
}) => {
  const project = { id: 600, key: 'OPEN', name: 'Open', lead: 'JIRAUSER10000', issueTypeIds: [10001] };
  tracker.tenant.add({
    projects: [{ ...project, workflow: 'Plain workflow', permissions: { BROWSE_PROJECTS: ['anyone'] } }],
    issues: [{ id: 601, key: 'OPEN-1', issueTypeId: 10001, reporter: 'JIRAUSER10000', fields: { summary: 'Seen' } }],
  });
  const get = async (path: string) => {
    const response = await fetch(`${tracker.baseUrl}/rest/api/2${path}`);
    return { status: response.status, body: await response.json() };
  };

  expect(await get('/project')).toMatchObject({ status: 200, body: [{ key: 'OPEN' }] });
  expect(await get('/search?jql=')).toMatchObject({ status: 200, body: { total: 1, issues: [{ key: 'OPEN-1' }] } });
  expect(await get('/issue/OPEN-1')).toMatchObject({ status: 200, body: { fields: { summary: 'Seen' } } });
  expect(await get('/issue/DEMO-1')).toMatchObject({
    status: 401,
    body: { errorMessages: ['You do not have the permission to see the specified issue.', 'Login Required'] },
  });
  expect((await get('/myself')).status).toBe(401);
});

test('a request for what the fake leaves out is answered with 404, and the journal says what it is', async ({
  tracker,
}) => {
  const refused = await tracker.tess.get('/filter/favourite');

  expect(refused).toMatchObject({
    status: 404,
    body: { errorMessages: [expect.stringContaining('The fake leaves out filters and dashboards')] },
  });
  await tracker.tess.get('/nothing');
  const [first, second] = tracker.tenant.journal();
  expect(first).toMatchObject({ status: 404, endpoint: null, leftOut: 'filters and dashboards' });
  expect(second).not.toHaveProperty('leftOut');
  expect(tracker.tenant.exchange(first?.id ?? 0)).toMatchObject({ ...first, nearest: expect.any(Array) });
});

for (const { what, paths } of leftOut) {
  test(`no endpoint answers in place of what is left out: ${what}`, async ({ tracker }) => {
    for (const path of paths) {
      const { status, body } = await tracker.tess.get(path.replaceAll('*', 'DEMO-1'));

      expect({ path, status, body }).toMatchObject({
        status: 404,
        body: { errorMessages: [expect.stringContaining(`The fake leaves out ${what};`)] },
      });
    }
  });
}
