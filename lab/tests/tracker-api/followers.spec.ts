import { expect } from '@playwright/test';
import { test } from './tracker-test.js';

const WATCHERS = '/issue/DEMO-1/watchers';
const VOTES = '/issue/DEMO-1/votes';

test('users watch an issue, by themselves or by the administrator, until they are removed', async ({ tracker }) => {
  const { admin, tess } = tracker;

  expect((await tess.post(WATCHERS, 'tess')).status).toBe(204);
  expect((await admin.post(WATCHERS, 'guest')).status).toBe(204);

  expect((await tess.get(WATCHERS)).body).toMatchObject({
    self: `${tracker.baseUrl}/rest/api/2/issue/DEMO-1/watchers`,
    isWatching: true,
    watchCount: 2,
    watchers: [{ name: 'tess' }, { name: 'guest' }],
  });
  expect((await admin.get('/issue/DEMO-1?fields=watches')).body).toMatchObject({
    fields: { watches: { watchCount: 2, isWatching: false } },
  });

  expect((await tess.delete(`${WATCHERS}?username=tess`)).status).toBe(204);
  expect((await tess.get(WATCHERS)).body).toMatchObject({ isWatching: false, watchCount: 1 });
});

test('a call without a body makes the caller watch', async ({ tracker }) => {
  expect((await tracker.tess.postText(WATCHERS, '')).status).toBe(204);

  expect((await tracker.tess.get(WATCHERS)).body).toMatchObject({ watchers: [{ name: 'tess' }] });
});

test('a user can neither make others watch, nor name somebody who is not there', async ({ tracker }) => {
  const { admin, tess } = tracker;

  expect((await tess.post(WATCHERS, 'admin')).status).toBe(403);
  expect((await tess.delete(`${WATCHERS}?username=admin`)).status).toBe(403);
  expect((await admin.post(WATCHERS, 'nobody')).status).toBe(404);
  expect((await tess.delete(WATCHERS)).status).toBe(400);
  expect(tracker.tenant.state().watchers).toEqual([]);
});

test('a user votes for an issue of another once, and takes the vote back', async ({ tracker }) => {
  const { admin } = tracker;

  expect((await admin.post(VOTES, {})).status).toBe(204);
  expect((await admin.post(VOTES, {})).status).toBe(204);

  expect((await admin.get(VOTES)).body).toMatchObject({ votes: 1, hasVoted: true, voters: [{ name: 'admin' }] });
  expect((await tracker.tess.get('/issue/DEMO-1?fields=votes')).body).toMatchObject({
    fields: { votes: { votes: 1, hasVoted: false } },
  });
  expect((await admin.delete(VOTES)).status).toBe(204);
  expect(await admin.delete(VOTES)).toMatchObject({
    status: 404,
    body: { errorMessages: ['Cannot remove a vote for an issue that the user has not already voted for.'] },
  });
});

test('nobody votes for an issue of their own, or for one that is resolved', async ({ tracker }) => {
  expect(await tracker.tess.post(VOTES, {})).toMatchObject({
    status: 404,
    body: { errorMessages: ['You cannot vote for an issue you have reported.'] },
  });
  await tracker.admin.put('/issue/DEMO-1', { fields: { resolution: { name: 'Done' } } });

  expect((await tracker.admin.post(VOTES, {})).status).toBe(404);
  expect(tracker.tenant.state().votes).toEqual([]);
});

test('an issue takes its followers, its work and its pages with it when it is deleted', async ({ tracker }) => {
  await tracker.admin.post(WATCHERS, 'tess');
  await tracker.admin.post(VOTES, {});
  await tracker.admin.post('/issue/DEMO-2/worklog', { timeSpent: '1h' });
  await tracker.admin.post('/issue/DEMO-2/remotelink', { object: { url: 'https://example.com', title: 'A page' } });

  await tracker.admin.delete('/issue/DEMO-1?deleteSubtasks=true');

  const { watchers, votes, worklogs, remoteLinks } = tracker.tenant.state();
  expect({ watchers, votes, worklogs, remoteLinks }).toEqual({
    watchers: [],
    votes: [],
    worklogs: [],
    remoteLinks: [],
  });
});
