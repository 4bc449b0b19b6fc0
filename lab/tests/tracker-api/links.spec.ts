import { expect } from '@playwright/test';
import { test } from './tracker-test.js';
import type { Tracker } from './tracker.js';

interface Link {
  readonly id: string;
  readonly type: { readonly name: string };
  readonly outwardIssue?: { readonly key: string };
  readonly inwardIssue?: { readonly key: string };
}

const blocks = { type: { name: 'Blocks' }, inwardIssue: { key: 'DEMO-1' }, outwardIssue: { key: 'DEMO-3' } };

async function linksOf({ tess }: Tracker, key: string): Promise<readonly Link[]> {
  const { body } = await tess.get(`/issue/${key}?fields=issuelinks`);
  return (body as { fields: { issuelinks: Link[] } }).fields.issuelinks;
}

async function addIssue({ tess }: Tracker): Promise<string> {
  const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Task' }, summary: 'To be linked' };
  return ((await tess.post('/issue', { fields })).body as { key: string }).key;
}

test.beforeEach(async ({ tracker }) => {
  expect(await addIssue(tracker)).toBe('DEMO-3');
});

test('issue link types are listed, and read one by one', async ({ tracker }) => {
  const { body } = await tracker.tess.get('/issueLinkType');

  expect(body).toMatchObject({
    issueLinkTypes: [{ name: 'Blocks' }, { name: 'Cloners' }, { name: 'Duplicate' }, { name: 'Relates' }],
  });
  expect((await tracker.tess.get('/issueLinkType/10000')).body).toEqual({
    id: '10000',
    name: 'Blocks',
    inward: 'is blocked by',
    outward: 'blocks',
    self: `${tracker.baseUrl}/rest/api/2/issueLinkType/10000`,
  });
  expect((await tracker.tess.get('/issueLinkType/1')).status).toBe(404);
});

test('a link shows in both issues, from either end, once however often it is made', async ({ tracker }) => {
  expect((await tracker.tess.post('/issueLink', blocks)).status).toBe(201);
  expect((await tracker.tess.post('/issueLink', { ...blocks, type: { id: 10000 } })).status).toBe(201);

  const [first, ...others] = await linksOf(tracker, 'DEMO-1');
  expect(others).toEqual([]);
  expect(first).toMatchObject({ type: { name: 'Blocks', outward: 'blocks' }, outwardIssue: { key: 'DEMO-3' } });
  expect(await linksOf(tracker, 'DEMO-3')).toMatchObject([{ id: first?.id, inwardIssue: { key: 'DEMO-1' } }]);
  expect((await tracker.tess.get(`/issueLink/${first?.id ?? ''}`)).body).toMatchObject({
    inwardIssue: { key: 'DEMO-1', fields: { status: { name: 'Open' } } },
    outwardIssue: { key: 'DEMO-3' },
  });
});

test('a link goes with a comment, and with an edit of an issue', async ({ tracker }) => {
  await tracker.tess.post('/issueLink', { ...blocks, comment: { body: 'See there' } });
  const relates = { add: { type: { name: 'Relates' }, inwardIssue: { key: 'DEMO-3' } } };

  expect((await tracker.tess.put('/issue/DEMO-1', { update: { issuelinks: [relates] } })).status).toBe(204);

  expect((await linksOf(tracker, 'DEMO-1')).map(({ type }) => type.name)).toEqual(['Blocks', 'Relates']);
  expect((await tracker.tess.get('/issue/DEMO-1/comment')).body).toMatchObject({
    comments: expect.arrayContaining([expect.objectContaining({ body: 'See there' })]),
  });
});

test('a deleted link is gone from both, as is that of a deleted issue', async ({ tracker }) => {
  await tracker.tess.post('/issueLink', blocks);
  const [link] = await linksOf(tracker, 'DEMO-1');

  expect((await tracker.tess.delete(`/issueLink/${link?.id ?? ''}`)).status).toBe(204);
  expect((await tracker.tess.get(`/issueLink/${link?.id ?? ''}`)).status).toBe(404);
  expect(await linksOf(tracker, 'DEMO-3')).toEqual([]);

  await tracker.tess.post('/issueLink', blocks);
  await tracker.tess.delete('/issue/DEMO-3');
  expect(await linksOf(tracker, 'DEMO-1')).toEqual([]);
});

test('links are refused', async ({ tracker }) => {
  const unknown = { ...blocks, type: { name: 'Sings' } };
  expect(await tracker.tess.post('/issueLink', unknown)).toMatchObject({
    status: 404,
    body: { errorMessages: ["No issue link type with name 'Sings' found."] },
  });
  expect((await tracker.tess.post('/issueLink', { ...blocks, inwardIssue: { key: 'DEMO-99' } })).status).toBe(404);
  expect((await tracker.tess.post('/issueLink', { ...blocks, inwardIssue: { key: 'DEMO-3' } })).status).toBe(400);
  expect((await tracker.guest.post('/issueLink', blocks)).status).toBe(403);
  expect((await tracker.tess.put('/issue/DEMO-1', { update: { issuelinks: [{ add: {} }] } })).status).toBe(400);
  expect(await linksOf(tracker, 'DEMO-3')).toEqual([]);
});

test('linkedIssues() finds what is linked, by any type or by the words of one', async ({ tracker }) => {
  await tracker.tess.post('/issueLink', blocks);
  const found = async (jql: string) => {
    const { body } = await tracker.tess.get(`/search?${new URLSearchParams({ jql, fields: 'key' })}`);
    return (body as { issues: { key: string }[] }).issues.map(({ key }) => key);
  };

  expect(await found('issue in linkedIssues("DEMO-1")')).toEqual(['DEMO-3']);
  expect(await found('issue in linkedIssues(DEMO-1, blocks)')).toEqual(['DEMO-3']);
  expect(await found('issue in linkedIssues(DEMO-1, "is blocked by")')).toEqual([]);
  expect(await found('issue in linkedIssues(DEMO-3, "is blocked by")')).toEqual(['DEMO-1']);
});
