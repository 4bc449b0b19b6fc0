import { expect } from '@playwright/test';
import { fetch } from 'undici';
import { basic } from '../fake/fake-test.js';
import { test } from './tracker-test.js';

const unavailable = {
  status: 400,
  body: {
    errorMessages: [
      'The selected filter is not available to you, perhaps it has been deleted or had its permissions changed.',
    ],
  },
};

test('a filter is saved, found by its owner alone, changed and deleted', async ({ tracker: { tess, admin } }) => {
  const mine = { name: 'Mine', description: 'First', jql: 'key = DEMO-1', favourite: true };
  const made = await tess.post('/filter', mine);
  const { id } = made.body as { id: string };

  expect(made).toMatchObject({ status: 200, body: { ...mine, owner: { name: 'tess' }, sharePermissions: [] } });
  expect(await tess.get(`/filter/${id}`)).toMatchObject({ status: 200, body: mine });
  expect(await tess.get('/filter/favourite')).toMatchObject({ status: 200, body: [{ id }] });
  expect(await admin.get(`/filter/${id}`)).toMatchObject(unavailable);
  expect(await tess.put(`/filter/${id}`, { jql: 'key = DEMO-2', favourite: false })).toMatchObject({
    body: { name: 'Mine', jql: 'key = DEMO-2', favourite: false },
  });
  expect((await tess.get('/filter/favourite')).body).toEqual([]);
  expect((await tess.delete(`/filter/${id}`)).status).toBe(204);
  expect(await tess.get(`/filter/${id}`)).toMatchObject(unavailable);
});

test('an administrator creates, changes and deletes users', async ({ tracker: { admin, tess, baseUrl } }) => {
  const ann = { name: 'ann', displayName: 'Ann', emailAddress: 'ann@example.com' };
  const taken = { username: 'A user with that username already exists.' };

  expect((await tess.post('/user', ann)).status).toBe(403);
  expect(await admin.post('/user', { ...ann, password: 'secret' })).toMatchObject({ status: 201, body: ann });
  expect(await admin.post('/user', ann)).toMatchObject({ status: 400, body: { errors: taken } });
  expect(await admin.post('/user', {})).toMatchObject({
    status: 400,
    body: { errors: { email: 'You must specify an email address.' } },
  });
  const me = await fetch(`${baseUrl}/rest/api/2/myself`, { headers: { authorization: basic('ann', 'secret') } });
  expect(me.status).toBe(200);
  expect(await admin.put('/user?username=ann', { displayName: 'Anna' })).toMatchObject({
    status: 200,
    body: { displayName: 'Anna' },
  });
  expect((await admin.delete('/user?username=tess')).status).toBe(400);
  expect((await admin.delete('/user?username=ann')).status).toBe(204);
  expect((await admin.get('/user?username=ann')).status).toBe(404);
});

test('an issue keeps any JSON by a key', async ({ tracker: { tess, guest } }) => {
  const path = '/issue/DEMO-1/properties';
  const value = { deep: [null, 1] };

  expect((await tess.put(`${path}/a.b`, value)).status).toBe(201);
  expect((await tess.put(`${path}/a.b`, null)).status).toBe(200);
  expect((await tess.put(`${path}/other`, value)).status).toBe(201);
  expect((await tess.get(path)).body).toMatchObject({ keys: [{ key: 'a.b' }, { key: 'other' }] });
  expect((await tess.get(`${path}/a.b`)).body).toEqual({ key: 'a.b', value: null });
  expect((await tess.get(`${path}/other`)).body).toEqual({ key: 'other', value });
  expect((await guest.get(path)).status).toBe(403);
  expect((await tess.put(`${path}/long`, 'x'.repeat(40_000))).status).toBe(400);
  expect((await tess.delete(`${path}/other`)).status).toBe(204);
  expect((await tess.get(`${path}/other`)).status).toBe(404);
});
