import { expect } from '@playwright/test';
import { test } from './tests-test.js';

test.describe('work that calls leave for later', () => {
  test("is done after milliseconds of the tenant's clock", async ({ open }) => {
    const tests = open();
    const [plan, template] = [await tests.create('Test Plan'), await tests.template('Open')];
    tests.tenant.deferWork({ milliseconds: 60_000 });

    await tests.add(plan, template, true);

    tests.tenant.advance(30_000);
    expect(await tests.caseIds(plan)).toEqual([]);
    tests.tenant.advance(30_000);
    expect(await tests.caseIds(plan)).toHaveLength(1);
  });

  test('is done after reads that do not see it yet', async ({ open }) => {
    const tests = open();
    const [plan, template] = [await tests.create('Test Plan'), await tests.template('Open')];
    tests.tenant.deferWork({ reads: 1 });

    await tests.add(plan, template, true);

    expect(await tests.caseIds(plan)).toEqual([]);
    expect(await tests.caseIds(plan)).toHaveLength(1);
  });

  test('is brought no nearer by a read that never arrives', async ({ open }) => {
    const tests = open();
    const [plan, template] = [await tests.create('Test Plan'), await tests.template('Open')];
    tests.tenant.deferWork({ reads: 1 });
    await tests.add(plan, template, true);
    tests.tenant.addFault({ kind: 'connection-reset', moment: 'before', count: 3 });

    for (const read of [1, 2, 3]) await expect(tests.caseIds(plan), `read ${read}`).rejects.toThrow();

    expect(await tests.caseIds(plan)).toEqual([]);
    expect(await tests.caseIds(plan)).toHaveLength(1);
  });

  test('is not done by time if it is manual', async ({ open }) => {
    const tests = open();
    const [plan, template] = [await tests.create('Test Plan'), await tests.template('Open')];
    tests.tenant.deferWork('manual');

    await tests.add(plan, template, true);

    tests.tenant.advance(86_400_000);
    expect(await tests.caseIds(plan)).toEqual([]);
    tests.tenant.finishWork();
    expect(await tests.caseIds(plan)).toHaveLength(1);
  });

  test('is dropped by a reset', async ({ open }) => {
    const tests = open();
    const [plan, template] = [await tests.create('Test Plan'), await tests.template('Open')];
    tests.tenant.deferWork('manual');
    await tests.add(plan, template, true);

    tests.tenant.reset();
    const before = tests.tenant.state().issues;
    tests.tenant.finishWork();

    expect(tests.tenant.state().issues).toEqual(before);
  });

  test('is left out for a plan that is deleted meanwhile', async ({ open }) => {
    const tests = open();
    const [plan, template] = [await tests.create('Test Plan'), await tests.template('Open')];
    tests.tenant.deferWork('manual');
    await tests.add(plan, template, true);
    await tests.call('DELETE', `/rest/api/2/issue/${plan.key}`);
    const before = tests.tenant.state().issues;

    tests.tenant.finishWork();

    expect(tests.tenant.state().issues).toEqual(before);
  });

  test('is left out for a copy that is deleted meanwhile', async ({ open }) => {
    const tests = open();
    const plan = await tests.planOf(await tests.template('Open'));
    tests.tenant.deferWork('manual');
    const { body } = await tests.api('POST', '/testplan/copy', { testPlanKey: plan.key, async: true });
    const { testPlans } = body as { testPlans: { key: string }[] };
    await tests.call('DELETE', `/rest/api/2/issue/${testPlans[0]?.key}`);
    const before = tests.tenant.state().issues;

    tests.tenant.finishWork();

    expect(testPlans).toHaveLength(1);
    expect(tests.tenant.state().issues).toEqual(before);
  });

  test('is put off and done over HTTP', async ({ open }) => {
    const tests = open();
    const [plan, template] = [await tests.create('Test Plan'), await tests.template('Open')];

    const putOff = await tests.control('/work', 'manual');
    await tests.add(plan, template, true);

    expect(putOff.status).toBe(204);
    expect(await tests.caseIds(plan)).toEqual([]);
    expect((await tests.control('/work', 'finish')).status).toBe(204);
    expect(await tests.caseIds(plan)).toHaveLength(1);
  });

  for (const policy of [{ reads: 0 }, { milliseconds: 0 }]) {
    test(`is done before the next call with ${JSON.stringify(policy)} over HTTP`, async ({ open }) => {
      const tests = open();
      const [plan, template] = [await tests.create('Test Plan'), await tests.template('Open')];
      await tests.control('/work', policy);

      await tests.add(plan, template, true);

      expect(await tests.caseIds(plan)).toHaveLength(1);
    });
  }

  test('is refused as a policy that does not exist', async ({ open }) => {
    const reply = await open().control('/work', { hours: 1 });

    expect(reply.status).toBe(400);
  });
});
