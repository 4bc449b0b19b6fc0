import { expect } from '@playwright/test';
import { fetch } from 'undici';
import { leftOut } from '../../../fake/server/left-out.js';
import { test } from './tracker-test.js';

const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Task' }, summary: 'x' };

test('paths may end with a slash, and keys of issues are found in any case', async ({ tracker: { tess } }) => {
  expect((await tess.get('/project/DEMO/')).body).toHaveProperty('key', 'DEMO');
  expect((await tess.post('/issue/', { fields })).status).toBe(201);
  expect((await tess.get('/issue/demo-1')).body).toHaveProperty('key', 'DEMO-1');
  expect((await tess.post('/issue/Demo-1/comment', { body: 'x' })).status).toBe(201);
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
