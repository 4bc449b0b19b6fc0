import { expect } from '@playwright/test';
import { junkValues } from './junk-values.js';
import { test } from './tracker-test.js';
import type { Reply, Tracker } from './tracker.js';

/** Sends each junk value in its place and answers those that were not refused as the caller's fault. */
async function notRefused(send: (junk: unknown) => Promise<Reply>): Promise<unknown[]> {
  const replies = await Promise.all(junkValues.map(send));
  return junkValues.filter((_junk, index) => {
    const status = replies[index]?.status ?? 0;
    return status < 400 || status >= 500;
  });
}

/** Creates an issue with junk in one field. */
function withField(tracker: Tracker, id: string) {
  const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Task' }, summary: 'Junk' };
  return (junk: unknown) => tracker.tess.post('/issue', { fields: { ...fields, [id]: junk } });
}

test.describe('junk', () => {
  let before: unknown;
  test.beforeEach(({ tracker }) => {
    before = tracker.tenant.state();
  });
  test.afterEach(({ tracker }) => {
    expect(tracker.tenant.state(), 'what the tracker holds').toEqual(before);
  });

  test('is refused as the body of a new issue', async ({ tracker }) => {
    expect(await notRefused((junk) => tracker.tess.post('/issue', junk))).toEqual([]);
  });

  test('is refused as the fields of a new issue', async ({ tracker }) => {
    expect(await notRefused((fields) => tracker.tess.post('/issue', { fields }))).toEqual([]);
  });

  test('is refused as the project of a new issue', async ({ tracker }) => {
    expect(await notRefused(withField(tracker, 'project'))).toEqual([]);
  });

  test('is refused as the issue type of a new issue', async ({ tracker }) => {
    expect(await notRefused(withField(tracker, 'issuetype'))).toEqual([]);
  });

  test('is refused as the parent of a new sub-task', async ({ tracker }) => {
    const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Sub-task' }, summary: 'Junk' };

    expect(await notRefused((parent) => tracker.tess.post('/issue', { fields: { ...fields, parent } }))).toEqual([]);
  });

  test('is refused as a summary', async ({ tracker }) => {
    expect(await notRefused(withField(tracker, 'summary'))).toEqual([]);
  });

  test('is refused as a description', async ({ tracker }) => {
    expect(await notRefused(withField(tracker, 'description'))).toEqual([]);
  });

  test('is refused as a priority', async ({ tracker }) => {
    expect(await notRefused(withField(tracker, 'priority'))).toEqual([]);
  });

  test('is refused as a reporter', async ({ tracker }) => {
    expect(await notRefused(withField(tracker, 'reporter'))).toEqual([]);
  });

  test('is refused as a template', async ({ tracker }) => {
    expect(await notRefused(withField(tracker, 'customfield_10000'))).toEqual([]);
  });

  test('is refused as an option', async ({ tracker }) => {
    expect(await notRefused(withField(tracker, 'customfield_10003'))).toEqual([]);
  });

  test('is refused in a field that does not exist', async ({ tracker }) => {
    expect(await notRefused(withField(tracker, 'hasOwnProperty'))).toEqual([]);
  });

  test('is refused as the list of issues to create', async ({ tracker }) => {
    expect(await notRefused((issueUpdates) => tracker.tess.post('/issue/bulk', { issueUpdates }))).toEqual([]);
  });

  test('is refused as an assignee of an issue that is there', async ({ tracker }) => {
    expect(await notRefused((assignee) => tracker.tess.put('/issue/DEMO-1', { fields: { assignee } }))).toEqual([]);
  });

  test('is refused as a label to add', async ({ tracker }) => {
    const edit = (junk: unknown) => tracker.tess.put('/issue/DEMO-1', { update: { labels: [{ add: junk }] } });

    expect(await notRefused(edit)).toEqual([]);
  });

  test('is refused as a comment to add by an operation', async ({ tracker }) => {
    const edit = (junk: unknown) => tracker.tess.put('/issue/DEMO-1', { update: { comment: [{ add: junk }] } });

    expect(await notRefused(edit)).toEqual([]);
  });

  test('is refused as a transition', async ({ tracker }) => {
    const move = (transition: unknown) => tracker.tess.post('/issue/DEMO-1/transitions', { transition });

    expect(await notRefused(move)).toEqual([]);
  });

  test('is refused as a comment', async ({ tracker }) => {
    expect(await notRefused((body) => tracker.tess.post('/issue/DEMO-1/comment', { body }))).toEqual([]);
  });

  test('is refused as the key of a project', async ({ tracker }) => {
    expect(await notRefused((key) => tracker.admin.post('/project', { key, name: 'Junk', lead: 'admin' }))).toEqual([]);
  });

  test('is refused as the lead of a project', async ({ tracker }) => {
    expect(await notRefused((lead) => tracker.admin.post('/project', { key: 'JUNK', name: 'Junk', lead }))).toEqual([]);
  });

  test('is refused as a request type', async ({ tracker }) => {
    const raise = (requestTypeId: unknown) =>
      tracker.tess.post('/rest/servicedeskapi/request', {
        serviceDeskId: '11100',
        requestTypeId,
        requestFieldValues: { summary: 'Junk' },
      });

    expect(await notRefused(raise)).toEqual([]);
  });

  test('is refused as the values of a request', async ({ tracker }) => {
    const raise = (requestFieldValues: unknown) =>
      tracker.tess.post('/rest/servicedeskapi/request', {
        serviceDeskId: 11100,
        requestTypeId: 39,
        requestFieldValues,
      });

    expect(await notRefused(raise)).toEqual([]);
  });

  test('is refused as a query', async ({ tracker }) => {
    expect(await notRefused((jql) => tracker.tess.post('/search', { jql }))).toEqual([]);
  });

  test('is refused nested a hundred thousand times', async ({ tracker }) => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

    const reply = await tracker.tess.postText('/issue', `{"fields":{"project":{"key":"DEMO"},"summary":${deep}}}`);

    expect(reply.status).toBe(400);
  });

  test('is refused where it is no JSON at all', async ({ tracker }) => {
    expect((await tracker.tess.postText('/issue', '{"fields":')).status).toBe(400);
  });
});

test.describe('odd paths and queries', () => {
  test('are the fault of the caller', async ({ tracker }) => {
    expect((await tracker.admin.get('/issue/%00')).status).toBe(404);
    expect((await tracker.admin.get('/issue/99999999999999999999')).status).toBe(404);
    expect((await tracker.admin.get('/project/__proto__')).status).toBe(404);
    expect((await tracker.admin.get('/user?username=a&username=b')).status).toBe(404);
    expect((await tracker.admin.get('/search?startAt=-1')).status).toBe(400);
    expect((await tracker.admin.delete('/issue/DEMO-1?deleteSubtasks=perhaps')).status).toBe(400);
  });
});

test.describe('odd text', () => {
  test('is kept as it was sent', async ({ tracker }) => {
    const summary = 'Half a pair \ud800, a zero \u0000, right to left \u202e, 🙂';

    const reply = await tracker.tess.put('/issue/DEMO-1', { fields: { summary } });

    expect(reply.status).toBe(204);
    expect((await tracker.tess.get('/issue/DEMO-1?fields=summary')).body).toHaveProperty('fields.summary', summary);
  });
});
