import { expect } from '@playwright/test';
import { fetch } from 'undici';
import { basic } from '../fake/fake-test.js';
import { search, test } from './tracker-test.js';
import type { Caller } from './tracker-test.js';

const keysIn = async (caller: Caller, jql: string) => {
  const { status, body } = await search(caller, jql);
  return status === 200 ? body.issues.map(({ key }) => key).join(' ') : body.errorMessages.join(' ');
};

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

test('queries name filters, which must not name each other in a circle', async ({ tracker: { tess, admin } }) => {
  const { body } = await tess.post('/filter', { name: 'One', jql: 'key = DEMO-1' });
  const { id } = body as { id: string };

  expect(await keysIn(tess, `filter = ${id}`)).toBe('DEMO-1');
  expect(await keysIn(tess, 'project = DEMO AND filter not in (one)')).toBe('DEMO-2');
  expect(await keysIn(tess, 'filter = 99')).toBe("A value with ID '99' does not exist for the field 'filter'.");
  expect(await keysIn(admin, 'savedFilter = One')).toBe("The value 'One' does not exist for the field 'savedFilter'.");
  await tess.put(`/filter/${id}`, { jql: 'filter = One' });
  expect(await keysIn(tess, 'filter = One')).toMatch(
    /^Field 'filter' with value 'One' matches filter 'One' and causes a cyclical reference,/,
  );
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

test('pictures are listed and shown, and an issue is read at the address of the boards', async ({ tracker }) => {
  const { tess, baseUrl } = tracker;
  const mine = (await tess.get('/user/avatars?username=tess')).body as { system: { urls: Record<string, string> }[] };

  const picture = await fetch(mine.system[0]?.urls['48x48'] ?? '');
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml;charset=UTF-8']);
  expect((await tess.get('/project/DEMO/avatars')).body).toMatchObject({ system: [{ isSelected: true }], custom: [] });
  expect((await tess.get('/avatar/project/system')).body).toMatchObject({ system: [{ isSystemAvatar: true }] });
  expect((await tess.get('/user/avatars?username=nobody')).status).toBe(404);
  expect((await fetch(`${baseUrl}/secure/projectavatar?pid=1`)).status).toBe(200);
  expect(await tess.get('/rest/agile/1.0/issue/DEMO-1')).toMatchObject({ status: 200, body: { key: 'DEMO-1' } });
});
