import { expect } from '@playwright/test';
import { test } from './fake-test.js';

const impossible = [
  { title: 'an unknown project', item: { projectKey: 'NOWHERE', issueTypeIds: [10001] } },
  { title: 'a type the project does not have', item: { projectKey: 'DEMO', issueTypeIds: [10001, 10400] } },
  { title: 'a request type of a regular project', item: { projectKey: 'DEMO', requestTypeIds: [39] } },
  { title: 'no project', item: { issueTypeIds: [10001] } },
  { title: 'no type', item: { projectKey: 'DEMO' } },
];

for (const { title, item } of impossible) {
  test(`a creation that is refused at its last item for ${title} leaves no entry`, async ({ open }) => {
    const { tenant, templates } = open();
    const before = tenant.state();

    const reply = await templates('POST', '/template/7', {
      json: { defaults: [{ projectKey: 'DEMO', issueTypeIds: [10001, 10002] }, item] },
    });

    expect(reply.status).toBe(400);
    expect(tenant.state()).toStrictEqual(before);
  });
}

test('a creation that is refused because one of its entries is there already leaves no entry', async ({ open }) => {
  const { tenant, templates } = open({ assumptions: { 'DT-N05': { status: 409, entries: 1 } } });
  const before = tenant.state();

  const reply = await templates('POST', '/template/1472', {
    json: { defaults: [{ projectKey: 'HELP', issueTypeIds: [10401, 10400] }] },
  });

  expect(reply.status).toBe(409);
  expect(tenant.state()).toStrictEqual(before);
});

test('a refused creation uses up no id', async ({ open }) => {
  const { tenant, templates } = open();
  await templates('POST', '/template/7', { json: { defaults: [{ projectKey: 'DEMO', issueTypeIds: [10400] }] } });

  await templates('POST', '/template/7', { json: { defaults: [{ projectKey: 'DEMO', issueTypeIds: [10001] }] } });

  expect(tenant.state().entries).toMatchObject([{ id: 130 }, { id: 131 }, { id: 10001 }]);
});

test('creations that arrive together are all kept', async ({ open }) => {
  const { tenant, templates } = open();
  const types = [10001, 10002, 10003, 10004];

  const replies = await Promise.all(
    types.map((id) =>
      templates('POST', '/template/7', { json: { defaults: [{ projectKey: 'DEMO', issueTypeIds: [id] }] } }),
    ),
  );

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const stored = tenant.state().entries as { templateId: number; issueTypeId?: number }[];
  expect(stored.filter(({ templateId }) => templateId === 7).map(({ issueTypeId }) => issueTypeId)).toHaveLength(4);
});
