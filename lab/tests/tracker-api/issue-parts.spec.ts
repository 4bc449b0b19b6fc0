import { expect, test as base } from '@playwright/test';
import { formatDuration, readDuration } from '../../../fake/tracker/fields/time-tracking.js';
import { fieldsOf, search, test } from './tracker-test.js';
import type { Tracker } from './tracker-test.js';

const idOf = ({ body }: { readonly body: unknown }) => String((body as { readonly id: unknown }).id);

test('a comment for a role or a group is hidden from everybody else, wherever comments are read', async ({
  tracker: { admin, tess },
  tracker,
}) => {
  const COMMENTS = '/issue/DEMO-1/comment';
  const forAdministrators = { type: 'role', value: 'administrators' };
  const hidden = await admin.post(COMMENTS, { body: 'Confidential', visibility: forAdministrators });
  await tess.post(COMMENTS, { body: 'Among us', visibility: { type: 'group', value: 'tracker-users' } });
  const worked = { timeSpent: '1h', comment: 'Secretly', visibility: forAdministrators };
  const work = await admin.post('/issue/DEMO-1/worklog', worked);
  const seenBy = async (user: typeof tess) => ({
    comments: (await user.get(COMMENTS)).body,
    one: (await user.get(`${COMMENTS}/${idOf(hidden)}`)).status,
    work: (await user.get(`/issue/DEMO-1/worklog/${idOf(work)}`)).status,
    issue: (await user.get('/issue/DEMO-1?expand=renderedFields')).body,
    byText: (await search(user, 'comment ~ Confidential')).body.issues.length,
  });

  expect(hidden).toMatchObject({ status: 201, body: { visibility: { type: 'role', value: 'Administrators' } } });
  const seen = await seenBy(tess);
  expect(seen).toMatchObject({ comments: { total: 2 }, one: 404, work: 404, byText: 0 });
  expect(seen).toMatchObject({ issue: { fields: { comment: { total: 2 }, worklog: { total: 0 } } } });
  expect(JSON.stringify(seen)).not.toMatch(/Confidential|Secretly/);
  expect(await seenBy(admin)).toMatchObject({ comments: { total: 3 }, one: 200, work: 200, byText: 1 });
  expect((await tess.delete(`${COMMENTS}/${idOf(hidden)}`)).status).toBe(404);
  // A change without a visibility keeps it, and null takes it away.
  await admin.put(`${COMMENTS}/${idOf(hidden)}`, { body: 'Still confidential' });
  expect((await seenBy(tess)).one).toBe(404);
  await admin.put(`${COMMENTS}/${idOf(hidden)}`, { body: 'Told', visibility: null });
  expect((await seenBy(tess)).one).toBe(200);
  expect(await fieldsOf(tracker)).toMatchObject({ comment: { total: 3 } });
});

test.describe('links between issues', () => {
  interface Link {
    readonly id: string;
    readonly type: { readonly name: string };
  }

  const blocks = { type: { name: 'Blocks' }, inwardIssue: { key: 'DEMO-1' }, outwardIssue: { key: 'DEMO-3' } };
  const linksOf = async (tracker: Tracker, key = 'DEMO-1') => (await fieldsOf(tracker, key))['issuelinks'] as Link[];

  test.beforeEach(async ({ tracker: { tess } }) => {
    const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Task' }, summary: 'To be linked' };
    expect((await tess.post('/issue', { fields })).body).toMatchObject({ key: 'DEMO-3' });
  });

  test('show in both, once however often they are made, until they or an end are deleted', async ({ tracker }) => {
    const { tess } = tracker;
    for (const type of [blocks.type, { id: 10000 }]) {
      expect((await tess.post('/issueLink', { ...blocks, type })).status).toBe(201);
    }

    const [first, ...others] = await linksOf(tracker);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ type: { name: 'Blocks', outward: 'blocks' }, outwardIssue: { key: 'DEMO-3' } });
    expect(await linksOf(tracker, 'DEMO-3')).toMatchObject([{ id: first?.id, inwardIssue: { key: 'DEMO-1' } }]);
    const inwardIssue = { key: 'DEMO-1', fields: { status: { name: 'Open' } } };
    const url = `/issueLink/${first?.id ?? ''}`;
    expect((await tess.get(url)).body).toMatchObject({ inwardIssue, outwardIssue: { key: 'DEMO-3' } });
    expect([(await tess.delete(url)).status, (await tess.get(url)).status]).toEqual([204, 404]);
    expect(await linksOf(tracker, 'DEMO-3')).toEqual([]);
    await tess.post('/issueLink', blocks);
    await tess.delete('/issue/DEMO-3');
    expect(await linksOf(tracker)).toEqual([]);
  });
});

test.describe('worklogs', () => {
  const WORK = '/issue/DEMO-1/worklog';
  const estimate = ({ tess }: Tracker, timetracking: object) => tess.put('/issue/DEMO-1', { fields: { timetracking } });

  test('are added, read, changed and deleted, and the issue keeps the sums', async ({ tracker }) => {
    const { admin, tess } = tracker;
    await estimate(tracker, { originalEstimate: '1d' });

    const added = await tess.post(WORK, {
      timeSpent: '1h 30m',
      comment: 'Looked',
      started: '2026-11-21T14:05:09.000+0100',
    });
    const id = idOf(added);

    const self = `${tracker.baseUrl}/rest/api/2/issue/12001/worklog/${id}`;
    const spent = { started: '2026-11-21T13:05:09.000+0000', timeSpent: '1h 30m', timeSpentSeconds: 5_400 };
    const body = { self, author: { name: 'tess' }, comment: 'Looked', ...spent, issueId: '12001' };
    expect(added).toMatchObject({ status: 201, body });
    expect((await tess.get(`${WORK}/${id}`)).body).toEqual(added.body);
    expect(await fieldsOf(tracker)).toMatchObject({
      ...{ timespent: 5_400, timeestimate: 23_400, timeoriginalestimate: 28_800, workratio: 18 },
      progress: { progress: 5_400, total: 28_800, percent: 18 },
      timetracking: { originalEstimate: '1d', remainingEstimate: '6h 30m', timeSpent: '1h 30m' },
      worklog: { startAt: 0, maxResults: 20, total: 1, worklogs: [{ id }] },
    });
    const changed = await admin.put(`${WORK}/${id}`, { timeSpentSeconds: 7_200 });
    expect(changed.body).toMatchObject({ timeSpent: '2h', comment: 'Looked', updateAuthor: { name: 'admin' } });
    expect(await fieldsOf(tracker)).toMatchObject({ timespent: 7_200, timeestimate: 21_600 });
    expect((await tess.delete(`${WORK}/${id}`)).status).toBe(204);
    expect(await fieldsOf(tracker)).toMatchObject({ timespent: null, timeestimate: 28_800, worklog: { total: 0 } });
    expect((await tess.get(`${WORK}/${id}`)).status).toBe(404);
  });

  for (const [query, remaining] of Object.entries({
    '': 25_200,
    '?adjustEstimate=leave': 28_800,
    '?adjustEstimate=new&newEstimate=2h': 7_200,
    '?adjustEstimate=manual&reduceBy=2h': 21_600,
  })) {
    test(`leave a remaining estimate of ${remaining} s if they are added with '${query}'`, async ({ tracker }) => {
      await estimate(tracker, { remainingEstimate: '1d' });

      await tracker.tess.post(`${WORK}${query}`, { timeSpent: '1h' });

      expect(await fieldsOf(tracker)).toMatchObject({ timeestimate: remaining });
    });
  }
});

base('a duration is read and written in weeks of five days of eight hours', () => {
  expect(['1w 2d', '1.5h', '90m', '30', ' 1D  4H '].map(readDuration)).toEqual([201_600, 5_400, 5_400, 1_800, 43_200]);
  expect(['', 'h', '1x', '-1h', {}].map(readDuration)).toEqual(Array.from({ length: 5 }));
  expect([0, 59, 60, 30_600, 201_600].map(formatDuration)).toEqual(['0m', '0m', '1m', '1d 30m', '1w 2d']);
});
