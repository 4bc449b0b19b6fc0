import { expect } from '@playwright/test';
import { test } from './tracker-test.js';

const one = [
  ['/issuetype/10001', { id: '10001', name: 'Task', subtask: false }],
  ['/priority/3', { id: '3', name: 'Medium', statusColor: expect.stringMatching(/^#/) }],
  ['/status/5', { id: '5', name: 'Done', statusCategory: { key: 'done' } }],
  ['/status/in%20progress', { id: '3', name: 'In Progress' }],
  ['/resolution/10000', { id: '10000', name: 'Done' }],
] as const;

for (const [path, found] of one) {
  test(`GET ${path} answers one, with the URL it is read from, and 404 for another`, async ({ tracker }) => {
    const reply = await tracker.tess.get(path);

    expect(reply).toMatchObject({ status: 200, body: found });
    const { self } = reply.body as { self: string };
    expect((await tracker.tess.get(self.replace(tracker.baseUrl, ''))).body).toEqual(reply.body);
    expect((await tracker.tess.get(`${path}9999`)).status).toBe(404);
  });
}

test('GET /resolution lists all', async ({ tracker }) => {
  const names = ((await tracker.tess.get('/resolution')).body as { name: string }[]).map(({ name }) => name);

  expect(names).toEqual(['Done', "Won't Do", 'Duplicate', 'Cannot Reproduce']);
});

test('GET /user/search finds users by the beginning of a word, inactive ones if asked to', async ({ tracker }) => {
  const gone = { key: 'U', name: 'gone', displayName: 'Tina Gone', password: 'x', active: false };
  tracker.tenant.add({ users: [gone] });
  const found = async (query: string) =>
    ((await tracker.tess.get(`/user/search?${query}`)).body as { name: string }[]).map(({ name }) => name);

  expect(await found('username=te')).toEqual(['tess']);
  expect(await found('username=ess')).toEqual([]);
  expect(await found('username=.')).toEqual(['admin', 'guest', 'tess']);
  expect(await found('username=.&maxResults=1&startAt=1')).toEqual(['guest']);
  expect(await found('username=t&includeInactive=True')).toEqual(['tess', 'gone']);
  expect((await tracker.tess.get('/user/search')).status).toBe(400);
});

test('GET /user/assignable/search finds whom an issue can be assigned to', async ({ tracker }) => {
  const found = async (query: string) =>
    ((await tracker.tess.get(`/user/assignable/search?${query}`)).body as { name: string }[]).map(({ name }) => name);

  expect(await found('project=DEMO')).toEqual(['admin', 'tess']);
  expect(await found('issueKey=DEMO-1&username=tess')).toEqual(['tess']);
  expect((await tracker.tess.get('/user/assignable/search')).status).toBe(400);
  expect((await tracker.guest.get('/user/assignable/search?project=DEMO')).status).toBe(404);
});

test('GET /user/permission/search finds who holds a permission by group, as a user or as an administrator', async ({
  tracker,
}) => {
  const demo = { issueTypeIds: [10001], workflow: 'Plain workflow', lead: 'JIRAUSER10000' };
  const grants = { BROWSE_PROJECTS: [{ group: 'tracker-users' }], EDIT_ISSUES: [{ user: 'JIRAUSER10002' }] };
  tracker.tenant.add({ projects: [{ ...demo, id: 501, key: 'HELD', name: 'Held by few', permissions: grants }] });
  const found = async (permissions: string) =>
    (await tracker.admin.get(`/user/permission/search?projectKey=HELD&permissions=${permissions}`)).body as object[];

  expect(await found('EDIT_ISSUES')).toMatchObject([{ name: 'admin' }, { name: 'guest' }]);
  expect(await found('BROWSE_PROJECTS')).toMatchObject([{ name: 'admin' }, { name: 'tess' }]);
  expect(await found('BROWSE_PROJECTS,EDIT_ISSUES')).toMatchObject([{ name: 'admin' }]);
});

test('GET /groups/picker finds groups by a part of their name', async ({ tracker }) => {
  expect((await tracker.tess.get('/groups/picker?query=USER')).body).toMatchObject({
    total: 1,
    groups: [{ name: 'tracker-users' }],
  });
});

test('GET /mypermissions names the permissions of today and of old', async ({ tracker }) => {
  const { permissions } = (await tracker.tess.get('/mypermissions?projectKey=DEMO')).body as {
    permissions: Record<string, { havePermission: boolean; deprecatedKey?: boolean }>;
  };

  expect(permissions['LINK_ISSUES']).toMatchObject({ havePermission: true });
  expect(permissions['EDIT_ISSUE']).toMatchObject({ havePermission: true, deprecatedKey: true });
  expect(permissions['DELETE_ALL_COMMENTS']).toMatchObject({ havePermission: false });
});

test('GET /permissions lists every permission to administrators', async ({ tracker }) => {
  const { status, body } = await tracker.admin.get('/permissions');
  const mine = (await tracker.admin.get('/mypermissions')).body as { permissions: Record<string, object> };

  expect(status).toBe(200);
  expect(body).toMatchObject({
    permissions: {
      ADMINISTER: { key: 'ADMINISTER', type: 'GLOBAL', name: 'Administer' },
      LINK_ISSUES: { key: 'LINK_ISSUES', type: 'PROJECT', name: 'Link issues' },
    },
  });
  expect(body).not.toHaveProperty('permissions.ADMINISTER.havePermission');
  expect(Object.keys(mine.permissions)).toEqual(expect.arrayContaining(Object.keys((body as typeof mine).permissions)));
  expect((await tracker.tess.get('/permissions')).status).toBe(403);
});

test('GET /project/type lists the types of projects, and /project/type/{key} one', async ({ tracker }) => {
  const { body } = await tracker.tess.get('/project/type');

  expect((body as { key: string }[]).map(({ key }) => key)).toEqual(['business', 'service_desk', 'software']);
  expect((await tracker.tess.get('/project/type/software')).body).toEqual((body as unknown[])[2]);
  expect(await tracker.tess.get('/project/type/circus')).toMatchObject({
    status: 404,
    body: { errorMessages: ["There is no project type with the key 'circus'."] },
  });
});
