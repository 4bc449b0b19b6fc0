import { expect, test as base } from '@playwright/test';
import { test } from './tracker-test.js';
import { formatDuration, readDuration } from '../../../fake/tracker/fields/time-tracking.js';
import type { Tracker } from './tracker.js';

const WORK = '/issue/DEMO-1/worklog';

async function fieldsOf({ tess }: Tracker, key = 'DEMO-1'): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await tess.get(`/issue/${key}`);
  return (body as { fields: Record<string, unknown> }).fields;
}

async function log({ tess }: Tracker, body: object, query = ''): Promise<{ readonly id: string }> {
  return (await tess.post(`${WORK}${query}`, body)).body as { id: string };
}

test('work is logged, read, changed and deleted, and the issue keeps the sums', async ({ tracker }) => {
  await tracker.tess.put('/issue/DEMO-1', { fields: { timetracking: { originalEstimate: '1d' } } });

  const { status, body } = await tracker.tess.post(WORK, {
    timeSpent: '1h 30m',
    comment: 'Looked',
    started: '2026-11-21T14:05:09.000+0100',
  });
  const { id } = body as { id: string };

  expect(status).toBe(201);
  expect(body).toMatchObject({
    self: `${tracker.baseUrl}/rest/api/2/issue/12001/worklog/${id}`,
    author: { name: 'tess' },
    comment: 'Looked',
    started: '2026-11-21T13:05:09.000+0000',
    timeSpent: '1h 30m',
    timeSpentSeconds: 5_400,
    issueId: '12001',
  });
  expect((await tracker.tess.get(`${WORK}/${id}`)).body).toEqual(body);
  expect(await fieldsOf(tracker)).toMatchObject({
    timespent: 5_400,
    timeestimate: 23_400,
    timeoriginalestimate: 28_800,
    workratio: 18,
    progress: { progress: 5_400, total: 28_800, percent: 18 },
    timetracking: { originalEstimate: '1d', remainingEstimate: '6h 30m', timeSpent: '1h 30m' },
    worklog: { startAt: 0, maxResults: 20, total: 1, worklogs: [{ id }] },
  });

  const changed = await tracker.admin.put(`${WORK}/${id}`, { timeSpentSeconds: 7_200 });
  expect(changed.body).toMatchObject({ timeSpent: '2h', comment: 'Looked', updateAuthor: { name: 'admin' } });
  expect(await fieldsOf(tracker)).toMatchObject({ timespent: 7_200, timeestimate: 21_600 });

  expect((await tracker.tess.delete(`${WORK}/${id}`)).status).toBe(204);
  expect(await fieldsOf(tracker)).toMatchObject({ timespent: null, timeestimate: 28_800, worklog: { total: 0 } });
  expect((await tracker.tess.get(`${WORK}/${id}`)).status).toBe(404);
});

test('an issue sums up the times of its sub-tasks', async ({ tracker }) => {
  await log(tracker, { timeSpent: '1h' });
  await tracker.tess.post('/issue/DEMO-2/worklog?adjustEstimate=new&newEstimate=4h', { timeSpent: '2h' });

  expect(await fieldsOf(tracker)).toMatchObject({
    timespent: 3_600,
    aggregatetimespent: 10_800,
    aggregatetimeestimate: 14_400,
    aggregatetimeoriginalestimate: null,
    aggregateprogress: { progress: 10_800, total: 25_200, percent: 42 },
  });
});

for (const { query, remaining } of [
  { query: '', remaining: 25_200 },
  { query: '?adjustEstimate=leave', remaining: 28_800 },
  { query: '?adjustEstimate=new&newEstimate=2h', remaining: 7_200 },
  { query: '?adjustEstimate=manual&reduceBy=2h', remaining: 21_600 },
]) {
  test(`the remaining estimate after work is logged with '${query}'`, async ({ tracker }) => {
    await tracker.tess.put('/issue/DEMO-1', { fields: { timetracking: { remainingEstimate: '1d' } } });

    await log(tracker, { timeSpent: '1h' }, query);

    expect(await fieldsOf(tracker)).toMatchObject({ timeestimate: remaining });
  });
}

test('the history of an issue says how its times changed, in seconds', async ({ tracker }) => {
  await tracker.tess.put('/issue/DEMO-1', { update: { timetracking: [{ edit: { originalEstimate: '2h' } }] } });
  await log(tracker, { timeSpent: '1h' });

  const { body } = await tracker.tess.get('/issue/DEMO-1?expand=changelog');

  const unset = { from: null, fromString: null };
  expect((body as { changelog: { histories: unknown[] } }).changelog.histories).toMatchObject([
    {
      items: [
        { field: 'timeestimate', ...unset, to: '7200', toString: '7200' },
        { field: 'timeoriginalestimate', ...unset, to: '7200', toString: '7200' },
      ],
    },
    {
      items: [
        { field: 'timespent', ...unset, to: '3600', toString: '3600' },
        { field: 'timeestimate', from: '7200', fromString: '7200', to: '3600', toString: '3600' },
      ],
    },
  ]);
});

for (const { what, body, query = '', errors } of [
  { what: 'no time', body: {}, errors: { timeLogged: 'You must indicate the time spent working.' } },
  {
    what: 'a time that is none',
    body: { timeSpent: 'long' },
    errors: { timeLogged: 'Invalid time duration entered.' },
  },
  { what: 'no time at all', body: { timeSpentSeconds: 0 }, errors: { timeLogged: 'Invalid time duration entered.' } },
  {
    what: 'a day that is none',
    body: { timeSpent: '1h', started: '2026-02-30T09:00:00.000+0000' },
    errors: { started: expect.any(String) },
  },
  {
    what: 'a moment that is none',
    body: { timeSpent: '1h', started: 'today' },
    errors: { started: expect.any(String) },
  },
  {
    what: 'a new estimate that is missing',
    body: { timeSpent: '1h' },
    query: '?adjustEstimate=new',
    errors: { newEstimate: 'You must supply a valid newEstimate.' },
  },
  {
    what: 'an adjustment that is none',
    body: { timeSpent: '1h' },
    query: '?adjustEstimate=never',
    errors: { adjustEstimate: expect.stringContaining('auto, leave, new, manual') },
  },
]) {
  test(`work with ${what} is refused, and nothing is logged`, async ({ tracker }) => {
    const refused = await tracker.tess.post(`${WORK}${query}`, body);

    expect(refused).toMatchObject({ status: 400, body: { errors } });
    expect(tracker.tenant.state().worklogs).toEqual([]);
  });
}

test('work is changed by its author and by administrators of the project only', async ({ tracker }) => {
  tracker.addReadOnlyProject();
  const { body } = await tracker.admin.post(WORK, { timeSpent: '1h' });
  const { id } = body as { id: string };

  expect((await tracker.tess.put(`${WORK}/${id}`, { timeSpent: '2h' })).status).toBe(403);
  expect((await tracker.tess.delete(`${WORK}/${id}`)).status).toBe(403);
  expect((await tracker.tess.post('/issue/READ-1/worklog', { timeSpent: '1h' })).status).toBe(403);
  expect((await tracker.tess.get(`/issue/DEMO-2/worklog/${id}`)).status).toBe(404);
});

base('a duration is read and written in weeks of five days of eight hours', () => {
  expect(['1w 2d', '1.5h', '90m', '30', ' 1D  4H '].map(readDuration)).toEqual([201_600, 5_400, 5_400, 1_800, 43_200]);
  expect(['', 'h', '1x', '-1h', {}].map(readDuration)).toEqual(Array.from({ length: 5 }));
  expect([0, 59, 60, 30_600, 201_600].map(formatDuration)).toEqual(['0m', '0m', '1m', '1d 30m', '1w 2d']);
});

test('work is logged together with a change of the issue, or the whole change is refused', async ({ tracker }) => {
  const add = { timeSpent: '1h', comment: 'with the change', adjustEstimate: 'new', newEstimate: '2h' };
  const fields = { summary: 'Changed' };

  const wrong = await tracker.tess.put('/issue/DEMO-1', { fields, update: { worklog: [{ add: { timeSpent: 'x' } }] } });
  expect(wrong).toMatchObject({ status: 400, body: { errors: { worklog: 'Invalid time duration entered.' } } });
  const unknown = await tracker.tess.put('/issue/DEMO-1', { update: { worklog: [{ sing: {} }] } });
  expect(unknown.body).toMatchObject({ errors: { worklog: expect.stringContaining("the operation 'add'") } });
  expect(await fieldsOf(tracker)).toMatchObject({ timespent: null, summary: 'Login page is blank' });

  expect((await tracker.tess.put('/issue/DEMO-1', { fields, update: { worklog: [{ add }, { add }] } })).status).toBe(
    204,
  );

  expect(await fieldsOf(tracker)).toMatchObject({
    summary: 'Changed',
    timespent: 7_200,
    timeestimate: 7_200,
    worklog: { total: 2, worklogs: [{ comment: 'with the change', author: { name: 'tess' } }, {}] },
  });
});
