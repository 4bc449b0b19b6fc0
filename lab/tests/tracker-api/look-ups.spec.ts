import { expect } from '@playwright/test';
import { documentsWorld } from '../../../fake/index.js';
import { addReadOnlyProject, fieldsOf, namesIn, test } from './tracker-test.js';

const lists = {
  '/resolution': ['Done', "Won't Do", 'Duplicate', 'Cannot Reproduce'],
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

const old = { world: { ...documentsWorld, version: '8.20.0' } };

test('metadata of a creation names the projects the caller can create issues in, up to 8.x', async ({
  open,
  tracker: newer,
}) => {
  const tracker = open(old);
  addReadOnlyProject(tracker);
  const projects = ['HELP', 'DEMO', 'KEEP', 'PLAIN', 'QA'].map((key) => ({ key }));

  expect((await tracker.tess.get('/issue/createmeta')).body).toMatchObject({ projects });
  expect((await tracker.guest.get('/issue/createmeta')).body).toMatchObject({ projects: [] });
  const gone = { status: 404, body: { errorMessages: ['Issue Does Not Exist'] } };
  expect(await newer.tess.get('/issue/createmeta?projectKeys=DEMO')).toMatchObject(gone);
});

test('deleted projects take their issues, components, request types and default templates with them', async ({
  tracker,
}) => {
  await tracker.admin.post('/component', { project: 'DEMO', name: 'Engine' });

  for (const key of ['DEMO', '11100', 'QA']) expect((await tracker.admin.delete(`/project/${key}`)).status).toBe(204);

  const { projects, issues, comments, components, requestTypes, entries } = tracker.tenant.state();
  expect(projects).toHaveLength(2);
  expect([issues, comments, components, requestTypes, entries].flat()).toEqual([]);
});

test('versions of a project are answered page by page in an order, and merged into each other', async ({ tracker }) => {
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

test('users are added and deleted, and found by a part of their name', async ({ tracker: { admin } }) => {
  const found = async (text: string) => namesIn((await admin.get(`/user/search?username=${text}`)).body);
  const user = { name: 'xaver', displayName: 'Xaver van Berg', emailAddress: 'xaver@example.com', password: 'secret' };

  expect((await admin.post('/user', user)).status).toBe(201);
  expect([await found('VAN'), await found('erg')]).toEqual([['xaver'], []]);
  expect((await admin.delete('/user?username=xaver')).status).toBe(204);
  expect(await found('VAN')).toEqual([]);
});
