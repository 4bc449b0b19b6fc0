import { expect } from '@playwright/test';
import type { WorldUser } from '../../../contracts/index.js';
import { emptyTables } from '../../../fake/state/tables.js';
import { searchUsers } from '../../../fake/state/users.js';
import { addReadOnlyProject, namesIn, test, worldWithoutTests, fieldsOf } from './tracker-test.js';

const lists = {
  '/priority': ['Highest', 'High', 'Medium', 'Low', 'Lowest'],
  '/status': ['Open', 'In Progress', 'Done'],
  '/resolution': ['Done', "Won't Do", 'Duplicate', 'Cannot Reproduce'],
  '/issuetype': ['Task', 'Bug', 'Story', 'Sub-task', 'Service Request', 'Incident'],
  '/user/search?username=te': ['tess'],
  '/user/search?username=ess': [],
  '/user/search?username=.': ['admin', 'guest', 'tess'],
  "/user/search?username=''": ['admin', 'guest', 'tess'],
  '/user/search?username=.&maxResults=1&startAt=1': ['guest'],
  '/user/search?username=t&includeInactive=True': ['tess', 'gone'],
  '/user/assignable/search?project=DEMO': ['admin', 'tess'],
  '/user/assignable/search?issueKey=DEMO-1&username=tess': ['tess'],
};

test('lists have what their queries ask for', async ({ tracker }) => {
  const gone = { key: 'U', name: 'gone', displayName: 'Tina Gone', password: 'x', active: false };
  tracker.tenant.add({ users: [gone] });

  for (const [path, names] of Object.entries(lists)) {
    expect.soft(namesIn((await tracker.tess.get(path)).body), path).toEqual(names);
  }
});

test.describe('metadata of a creation', () => {
  const old = { world: { ...worldWithoutTests, version: '8.20.0' } };

  test('names the projects the caller can create issues in, up to 8.x', async ({ open, tracker: newer }) => {
    const tracker = open(old);
    addReadOnlyProject(tracker);
    const projects = [{ key: 'HELP' }, { key: 'DEMO' }, { key: 'KEEP' }, { key: 'PLAIN' }];

    expect((await tracker.tess.get('/issue/createmeta')).body).toMatchObject({ projects });
    expect((await tracker.guest.get('/issue/createmeta')).body).toMatchObject({ projects: [] });
    const gone = { status: 404, body: { errorMessages: ['Issue Does Not Exist'] } };
    expect(await newer.tess.get('/issue/createmeta?projectKeys=DEMO')).toMatchObject(gone);
  });

  test('pages through the issue types of a project, and tells that a sub-task needs a parent', async ({ tracker }) => {
    const types = await tracker.tess.get('/issue/createmeta/DEMO/issuetypes?startAt=1&maxResults=2');
    const { body } = await tracker.tess.get('/issue/createmeta/11101/issuetypes/10004');

    const values = [{ name: 'Bug' }, { name: 'Story' }];
    expect(types.body).toMatchObject({ startAt: 1, maxResults: 2, total: 4, isLast: false, values });
    for (const [fieldId, required] of [['parent', true] as const, ['labels', false] as const]) {
      expect(body).toMatchObject({ values: expect.arrayContaining([expect.objectContaining({ fieldId, required })]) });
    }
  });
});

test.describe('projects', () => {
  test('are those that the caller may see, found by key and by id, in lists with more if it is asked for', async ({
    tracker: { tess, guest },
  }) => {
    const { body } = await tess.get('/project/HELP');
    const keys = [{ key: 'DEMO' }, { key: 'HELP' }, { key: 'KEEP' }, { key: 'PLAIN' }];

    const listed = await tess.get('/project');
    const inFull = await tess.get('/project?expand=description,lead,projectKeys');

    expect(listed.body).toMatchObject(keys);
    expect(listed.body).not.toHaveProperty('0.lead');
    expect(inFull.body).toMatchObject(keys.map(({ key }) => ({ description: '', lead: {}, projectKeys: [key] })));
    expect((await guest.get('/project')).body).toEqual([]);
    const issueTypes = [{ id: '10400' }, { id: '10401' }];
    expect(body).toMatchObject({ id: '11100', name: 'Help desk', projectTypeKey: 'service_desk', issueTypes });
    expect(body).toHaveProperty('lead.name', 'admin');
    expect((await tess.get('/project/11100')).body).toEqual(body);
  });

  test('take their issues, components, request types and default templates with them', async ({ tracker }) => {
    await tracker.admin.post('/component', { project: 'DEMO', name: 'Engine' });

    for (const key of ['DEMO', '11100']) expect((await tracker.admin.delete(`/project/${key}`)).status).toBe(204);

    const { projects, issues, comments, components, requestTypes, entries } = tracker.tenant.state();
    expect(projects).toHaveLength(2);
    expect([issues, comments, components, requestTypes, entries].flat()).toEqual([]);
  });
});

test.describe('versions', () => {
  test('of a project are answered page by page in an order, and merged into each other', async ({ tracker }) => {
    const { admin, baseUrl } = tracker;
    for (const name of ['b', 'c', 'a']) await admin.post('/version', { project: 'DEMO', name });
    const page = (query: string) => admin.get(`/project/DEMO/version?${query}`);
    const named = async (query: string) => namesIn(((await page(query)).body as { values: unknown }).values);

    const self = `${baseUrl}/rest/api/2/project/DEMO/version?orderBy=-name`;
    expect((await page('orderBy=-name&maxResults=2')).body).toMatchObject({
      ...{ self: `${self}&startAt=0&maxResults=2`, nextPage: `${self}&startAt=2&maxResults=2` },
      ...{ startAt: 0, maxResults: 2, total: 3, isLast: false, values: [{ name: 'c' }, { name: 'b' }] },
    });
    expect(await named('')).toEqual(['b', 'c', 'a']);
    expect(await named('orderBy=+name&startAt=1')).toEqual(['b', 'c']);
    const [source, target] = ((await page('')).body as { values: { id: string }[] }).values;
    await admin.put('/issue/DEMO-1', { fields: { fixVersions: [{ name: 'b' }], versions: [{ name: 'b' }] } });
    expect((await admin.put(`/version/${source?.id ?? ''}/mergeto/${target?.id ?? ''}`)).status).toBe(204);
    expect(await named('')).toEqual(['c', 'a']);
    expect(await fieldsOf(tracker)).toMatchObject({ fixVersions: [{ name: 'c' }], versions: [{ name: 'c' }] });
  });
});

const tables = emptyTables();
for (let place = 0; place < 3_000; place += 1) {
  const [name, displayName] = [`user.${String(place).padStart(4, '0')}`, place === 2_999 ? 'Zoë van Berg' : 'Ann Wood'];
  const user = { key: `U${place}`, name, displayName, emailAddress: `${name}@example.com` };
  tables.users.set({ ...user, password: 'x', groups: [], active: true });
}

test('a search follows users who get another name, are removed, or are added, in this tracker alone', () => {
  const fork = { tables: { ...tables, users: tables.users.fork() } };
  const called = (text: string, state = fork) =>
    searchUsers(state, text, () => true)
      .slice(0, 50)
      .map(({ key }) => key);
  const first = tables.users.all()[0] as WorldUser;

  expect([called('VAN'), called('zoë'), called('erg'), called('user.0007')]).toEqual([
    ['U2999'],
    ['U2999'],
    [],
    ['U7'],
  ]);
  const everyAnn = tables.users.all().filter(({ displayName }) => displayName === 'Ann Wood');
  expect(called('ann w')).toEqual(
    everyAnn
      .map(({ key }) => key)
      .sort()
      .slice(0, 50),
  );
  fork.tables.users.set({ ...first, name: 'renamed', displayName: 'Xenia Xu', emailAddress: 'xenia@example.com' });
  fork.tables.users.set({ ...first, key: 'NEW', displayName: 'Xaver Xu' });
  expect([called('xu'), called('renamed'), called(first.name)]).toEqual([['NEW', 'U0'], ['U0'], ['NEW']]);
  expect([called('xu', { tables }), called(first.name, { tables })]).toEqual([[], ['U0']]);
  fork.tables.users.delete('NEW');
  expect(called('xu')).toEqual(['U0']);
});
