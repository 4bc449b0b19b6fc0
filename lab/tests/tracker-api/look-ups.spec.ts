import { expect } from '@playwright/test';
import { addReadOnlyProject, namesIn, test, worldWithoutTests } from './tracker-test.js';

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
