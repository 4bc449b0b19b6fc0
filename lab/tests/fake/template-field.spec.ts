import { expect } from '@playwright/test';
import type { OpenTracker } from './fake-test.js';
import { test } from './fake-test.js';

/** The field of the bundled world that takes a template's id. */
const FIELD = 'customfield_10000';

/** Creates a bug in a project with a value in the template field. */
function create({ call }: OpenTracker, key: string, value: unknown) {
  const fields = { project: { key }, issuetype: { id: '10002' }, summary: 'Written by the caller', [FIELD]: value };
  return call('POST', '/rest/api/2/issue', { json: { fields } });
}

async function valueIn({ call }: OpenTracker, key: string): Promise<unknown> {
  const { body } = await call('GET', `/rest/api/2/issue/${key}`);
  return (body as { fields: Record<string, unknown> }).fields[FIELD];
}

const keyOf = ({ body }: { readonly body: unknown }) => (body as { readonly key: string }).key;

for (const value of [7, '7', '007']) {
  test(`the template field keeps ${JSON.stringify(value)} as text, as the template has its id`, async ({ open }) => {
    const tracker = open();

    const created = await create(tracker, 'QA', value);

    expect(created.status).toBe(201);
    expect(await valueIn(tracker, keyOf(created))).toBe('7');
  });
}

test('the template field is empty after an empty text', async ({ open }) => {
  const tracker = open();
  const key = keyOf(await create(tracker, 'QA', '7'));

  const { status } = await tracker.call('PUT', `/rest/api/2/issue/${key}`, { json: { fields: { [FIELD]: '' } } });

  expect(status).toBe(204);
  expect(await valueIn(tracker, key)).toBeNull();
});

for (const value of ['Bug report', '7x', -7, 7.5, 99, {}, ['7'], true]) {
  test(`the template field refuses ${JSON.stringify(value)}`, async ({ open }) => {
    const { status, body } = await create(open(), 'QA', value);

    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: { [FIELD]: expect.any(String) } });
  });
}
