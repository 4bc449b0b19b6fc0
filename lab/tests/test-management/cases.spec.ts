import { expect } from '@playwright/test';
import { test } from './tests-test.js';
import type { TestsTenant } from './tests-test.js';

test('an attachment that is deleted is on no step any more', async ({ open }) => {
  const tests = open();
  const plan = await tests.planOf(await tests.template('Open'));
  await tests.attach(plan.caseId, 'x.txt');
  const [{ attachments: [attachment] = [] } = {}] = await tests.rows(plan.caseId);

  await tests.call('DELETE', `/rest/api/2/attachment/${attachment?.id}`);

  expect(attachment).toMatchObject({ name: 'x.txt' });
  expect(await tests.rows(plan.caseId)).toMatchObject([{ attachments: [] }]);
});

/** A plan to which a template is added later. */
async function addLater(tests: TestsTenant, defer: () => unknown) {
  const [plan, template] = [await tests.create('Test Plan'), await tests.template('Open')];
  await defer();
  await tests.add(plan, template, true);
  return { plan, count: async () => (await tests.caseIds(plan)).length };
}

test("work that calls leave for later is done after milliseconds of the tenant's clock", async ({ open }) => {
  const tests = open();
  const { count } = await addLater(tests, () => tests.tenant.deferWork({ milliseconds: 60_000 }));

  tests.tenant.advance(30_000);
  expect(await count()).toBe(0);
  tests.tenant.advance(30_000);
  expect(await count()).toBe(1);
});

test('it is done after reads that do not see it yet, of which one that never arrives is none', async ({ open }) => {
  const tests = open();
  const { count } = await addLater(tests, () => tests.tenant.deferWork({ reads: 1 }));
  tests.tenant.addFault({ kind: 'connection-reset', moment: 'before', count: 3 });

  for (const read of [1, 2, 3]) await expect(count(), `read ${read}`).rejects.toThrow();

  expect([await count(), await count()]).toEqual([0, 1]);
});

test('it is not done by time if it is manual, also over HTTP', async ({ open }) => {
  for (const tests of [open(), open()]) {
    const { count } = await addLater(tests, () => tests.control('/work', 'manual'));

    tests.tenant.advance(86_400_000);
    expect(await count()).toBe(0);
    expect((await tests.control('/work', 'finish')).status).toBe(204);
    expect(await count()).toBe(1);
  }
});

test('it is dropped by a reset, and left out for a plan that is deleted meanwhile', async ({ open }) => {
  const [reset, deleted] = [open(), open()];
  await addLater(reset, () => reset.tenant.deferWork('manual'));
  const { plan } = await addLater(deleted, () => deleted.tenant.deferWork('manual'));
  reset.tenant.reset();
  await deleted.call('DELETE', `/rest/api/2/issue/${plan.key}`);

  for (const { tenant } of [reset, deleted]) {
    const before = tenant.state().issues;
    tenant.finishWork();
    expect(tenant.state().issues).toEqual(before);
  }
});

test('it is done before the next call if told so; unknown policies are refused', async ({ open }) => {
  for (const policy of [{ reads: 0 }, { milliseconds: 0 }]) {
    const tests = open();
    const { count } = await addLater(tests, () => tests.control('/work', policy));
    expect(await count()).toBe(1);
  }
  expect((await open().control('/work', { hours: 1 })).status).toBe(400);
});
