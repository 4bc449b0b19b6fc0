import { expect } from '@playwright/test';
import { test } from './tracker-test.js';

const LINKS = '/issue/DEMO-1/remotelink';
const page = { globalId: 'wiki=1', relationship: 'told in', object: { url: 'https://example.com/1', title: 'A page' } };

test('a link to a page is stored, found by its id and its global id, and replaced by the latter', async ({
  tracker,
}) => {
  const { tess } = tracker;

  const added = await tess.post(LINKS, page);
  const { id } = added.body as { id: number };

  expect(added).toMatchObject({
    status: 201,
    body: { self: `${tracker.baseUrl}/rest/api/2/issue/DEMO-1/remotelink/${id}` },
  });
  expect(await tess.post(LINKS, { ...page, object: { ...page.object, title: 'Renamed' } })).toMatchObject({
    status: 200,
    body: { id },
  });
  const stored = { id, ...page, object: { url: 'https://example.com/1', title: 'Renamed' } };
  expect((await tess.get(LINKS)).body).toMatchObject([stored]);
  expect((await tess.get(`${LINKS}?globalId=wiki%3D1`)).body).toMatchObject(stored);
  expect((await tess.get(`${LINKS}/${id}`)).body).toMatchObject(stored);
});

test('a link to a page is replaced as a whole, and deleted by its id or its global id', async ({ tracker }) => {
  const { tess } = tracker;
  const [{ id }, second] = [
    (await tess.post(LINKS, page)).body as { id: number },
    (await tess.post(LINKS, { object: page.object })).body as { id: number },
  ];

  expect((await tess.put(`${LINKS}/${id}`, { globalId: 'wiki=2', object: page.object })).status).toBe(204);
  expect((await tess.get(`${LINKS}/${id}`)).body).not.toHaveProperty('relationship');
  expect((await tess.delete(`${LINKS}?globalId=wiki%3D2`)).status).toBe(204);
  expect((await tess.delete(`${LINKS}/${second.id}`)).status).toBe(204);

  expect((await tess.get(LINKS)).body).toEqual([]);
  expect((await tess.get(`${LINKS}/${id}`)).status).toBe(404);
  expect((await tess.get(`${LINKS}?globalId=wiki%3D2`)).status).toBe(404);
});

test('a link to a page needs a title and an address, and the permission to edit', async ({ tracker }) => {
  tracker.addReadOnlyProject();

  expect(await tracker.tess.post(LINKS, { object: {} })).toMatchObject({
    status: 400,
    body: { errors: { title: "'title' is required.", url: "'url' is required." } },
  });
  expect((await tracker.tess.delete(LINKS)).status).toBe(400);
  expect((await tracker.tess.post('/issue/READ-1/remotelink', page)).status).toBe(403);
  expect(tracker.tenant.state().remoteLinks).toEqual([]);
});
