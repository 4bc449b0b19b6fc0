import { expect } from '@playwright/test';
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
  '/user/assignable/search?project=DEMO&username=tess': ['tess'],
};

test('lists have what their queries ask for', async ({ tracker }) => {
  const gone = { key: 'U', name: 'gone', displayName: 'Tina Gone', password: 'x', active: false };
  tracker.tenant.add({ users: [gone] });

  for (const [path, names] of Object.entries(lists)) {
    expect.soft(namesIn((await tracker.tess.get(path)).body), path).toEqual(names);
  }
});

test('metadata of a creation names the projects the caller can create issues in', async ({ tracker }) => {
  addReadOnlyProject(tracker);
  const projects = ['HELP', 'DEMO', 'KEEP', 'PLAIN', 'QA'].map((key) => ({ key }));

  expect((await tracker.tess.get('/issue/createmeta')).body).toMatchObject({ projects });
  expect((await tracker.guest.get('/issue/createmeta')).body).toMatchObject({ projects: [] });
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

test('issues name another version in place of a deleted one', async ({ tracker }) => {
  const { admin } = tracker;
  for (const name of ['b', 'c']) await admin.post('/version', { project: 'DEMO', name });
  const versions = async () => (await admin.get('/project/DEMO/versions')).body as { id: string; name: string }[];
  const [source, target] = await versions();
  await admin.put('/issue/DEMO-1', { fields: { fixVersions: [{ name: 'b' }], versions: [{ name: 'b' }] } });

  const deleted = `/version/${source?.id ?? ''}?moveFixIssuesTo=${target?.id ?? ''}`;
  expect((await admin.delete(deleted)).status).toBe(204);
  expect(namesIn(await versions())).toEqual(['c']);
  expect(await fieldsOf(tracker)).toMatchObject({ fixVersions: [{ name: 'c' }], versions: [] });
});
