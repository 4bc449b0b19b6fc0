import { expect } from '@playwright/test';
import { test } from './tracker-test.js';
import type { Tracker } from './tracker.js';

async function create({ admin }: Tracker, body: Readonly<Record<string, unknown>> = {}) {
  return await admin.post('/version', { project: 'DEMO', name: '1.0', ...body });
}

test('a version is created, read, changed and deleted', async ({ tracker }) => {
  const created = await create(tracker, { releaseDate: '2026-12-01' });
  expect(created).toMatchObject({ status: 201, body: { name: '1.0', released: false, archived: false } });
  const { id } = created.body as { id: string };

  const changed = await tracker.admin.put(`/version/${id}`, { released: true, description: 'First' });

  expect(changed).toMatchObject({ status: 200, body: { name: '1.0', released: true, releaseDate: '2026-12-01' } });
  expect((await tracker.tess.get(`/version/${id}`)).body).toEqual(changed.body);
  expect((await tracker.tess.get('/project/DEMO/versions')).body).toEqual([changed.body]);
  expect((await tracker.tess.get('/project/DEMO')).body).toHaveProperty('versions', [changed.body]);
  expect((await tracker.admin.delete(`/version/${id}`)).status).toBe(204);
  expect((await tracker.tess.get(`/version/${id}`)).status).toBe(404);
});

test('versions are refused', async ({ tracker }) => {
  await create(tracker);

  expect((await create(tracker)).body).toHaveProperty('errors.name');
  expect((await create(tracker, { name: ' ' })).body).toHaveProperty('errors.name');
  expect((await create(tracker, { name: '2.0', releaseDate: 'soon' })).body).toHaveProperty('errors.releaseDate');
  const never = await create(tracker, { name: '2.0', releaseDate: '2026-02-30' });
  expect(never.body).toHaveProperty('errors.releaseDate', 'Error parsing date string: 2026-02-30');
  expect((await create(tracker, { project: undefined, name: '2.0' })).status).toBe(400);
  expect((await tracker.tess.post('/version', { project: 'DEMO', name: '3.0' })).status).toBe(403);
});

test('issues name versions and components of their project, by name and by id', async ({ tracker }) => {
  const { id } = (await create(tracker)).body as { id: string };
  await create(tracker, { project: 'PLAIN', name: 'Elsewhere' });
  await tracker.admin.post('/component', { project: 'DEMO', name: 'Engine' });
  const edit = (body: unknown) => tracker.tess.put('/issue/DEMO-1', body);
  const namesIn = async (field: string) => {
    const { body } = await tracker.tess.get(`/issue/DEMO-1?fields=${field}`);
    return (body as { fields: Record<string, { name: string }[]> }).fields[field]?.map(({ name }) => name);
  };

  expect((await edit({ fields: { fixVersions: [{ id }], components: [{ name: 'engine' }] } })).status).toBe(204);
  expect((await edit({ update: { versions: [{ add: { name: '1.0' } }, { add: { id } }] } })).status).toBe(204);
  expect([await namesIn('fixVersions'), await namesIn('versions'), await namesIn('components')]).toEqual([
    ['1.0'],
    ['1.0'],
    ['Engine'],
  ]);

  expect((await edit({ update: { fixVersions: [{ remove: { name: '1.0' } }] } })).status).toBe(204);
  expect(await namesIn('fixVersions')).toEqual([]);
  expect((await edit({ fields: { components: [{ name: 'Elsewhere' }] } })).body).toHaveProperty(
    'errors.components',
    "Component name 'Elsewhere' is not valid",
  );
  expect((await edit({ fields: { versions: [{ name: 'Elsewhere' }] } })).body).toHaveProperty('errors.versions');
  await tracker.admin.delete(`/version/${id}`);
  expect(await namesIn('versions')).toEqual([]);
});

test('roles of a project say who holds them', async ({ tracker }) => {
  const { body } = await tracker.tess.get('/project/DEMO/role');
  const { Administrators: url = '' } = body as Record<string, string>;

  expect((await tracker.tess.get(url.replace(tracker.baseUrl, ''))).body).toMatchObject({
    name: 'Administrators',
    actors: [{ name: 'tracker-administrators', type: 'atlassian-group-role-actor' }],
  });
  expect((await tracker.tess.get('/project/DEMO/role/1')).status).toBe(404);
});
