import { expect } from '@playwright/test';
import { STEPS, test } from './tests-test.js';
import type { TestsTenant } from './tests-test.js';

async function change(tests: TestsTenant, key: string, field: string, value: unknown) {
  const { status, body } = await tests.call('PUT', `/rest/api/2/issue/${key}`, { fields: { [field]: value } });
  const { errors = {} } = (body ?? {}) as { errors?: Record<string, string> };
  return { status, error: errors[field], now: (await tests.fields(key))[field] };
}

test('TC Template takes the key of a test case template, and nothing to clear it', async ({ open }) => {
  const tests = open();
  const [template, plan] = [await tests.template('Open'), await tests.create('Test Plan')];
  const field = 'customfield_10103';

  expect(await change(tests, plan.key, field, template.key)).toMatchObject({ status: 204, now: template.key });
  for (const wrong of [plan.key, 'NOWHERE-1', template.id]) {
    expect(await change(tests, plan.key, field, wrong)).toMatchObject({ status: 400, now: template.key });
  }
  expect(await change(tests, plan.key, field, '')).toMatchObject({ status: 204, now: null });
});

test('Steps read back with all that clients look up, and are created with what they send back', async ({ open }) => {
  const tests = open();
  const toDo = { ids: [1], name: 'To do', color: '#CCCCCC', isFinalStatus: false };
  const stepsColumns = ['Action', 'Input', 'Expected result'].map((name) => ({ name, size: 150 }));
  const stepsRows = [{ isGroup: true, cells: ['Before'] }];
  const sent = { stepsVersion: 1, stepsRows, stepsColumns, stepsStatuses: [] };

  const [{ id }, other] = [
    await tests.create('Test Case Template', { [STEPS]: sent }),
    await tests.create('Test Case Template', { [STEPS]: { stepsRows } }),
  ];

  const [now, ofOther] = [(await tests.fields(id))[STEPS], (await tests.fields(other.id))[STEPS]];
  expect(now).toStrictEqual({
    ...{ stepsVersion: 1, stepsColumns, defaultStatus: toDo, onLoadConfigurationHash: expect.stringMatching(/^\w+$/) },
    stepsRows: [expect.objectContaining(stepsRows[0] ?? {})],
    stepsStatuses: [
      toDo,
      { ids: [2], name: 'In progress', color: '#6693B0', isFinalStatus: false },
      { ids: [3], name: 'Pass', color: '#51a825', isFinalStatus: true },
      { ids: [4], name: 'Fail', color: '#CC3300', isFinalStatus: true },
      ...['Blocked', 'N/A'].map((name) => expect.objectContaining({ name }) as unknown),
    ],
  });
  expect(ofOther).toStrictEqual(now);
});

test('an attachment that is deleted is on no step any more', async ({ open }) => {
  const tests = open();
  const plan = await tests.planOf(await tests.template('Open'));
  await tests.attach(plan.caseId, 'x.txt');
  const [{ attachments: [attachment] = [] } = {}] = await tests.rows(plan.caseId);

  await tests.call('DELETE', `/rest/api/2/attachment/${attachment?.id}`);

  expect(attachment).toMatchObject({ name: 'x.txt' });
  expect(await tests.rows(plan.caseId)).toMatchObject([{ attachments: [] }]);
});

async function addLater(tests: TestsTenant, defer: () => unknown) {
  const [plan, template] = [await tests.create('Test Plan'), await tests.template('Open')];
  await defer();
  await tests.add(plan, template, true);
  return { plan, count: async () => (await tests.caseIds(plan)).length };
}

/** How calls leave work for later, what the tenant's clock moves on by between reads, and what the reads see. */
const policies = [
  [{ milliseconds: 60_000 }, 30_000, [0, 0, 1]],
  [{ milliseconds: 0 }, 0, [1, 1, 1]],
  [{ reads: 0 }, 0, [1, 1, 1]],
  ['manual', 86_400_000, [0, 0, 0]],
] as const;

test("work that calls leave for later is done by the tenant's clock, by reads, or manually", async ({ open }) => {
  for (const [policy, wait, seen] of policies) {
    const tests = open();
    const { count } = await addLater(tests, () => tests.control('/work', policy));
    for (const cases of seen) {
      expect(await count(), JSON.stringify(policy)).toBe(cases);
      tests.tenant.advance(wait);
    }

    expect((await tests.control('/work', 'finish')).status).toBe(204);
    expect(await count()).toBe(1);
  }
  expect((await open().control('/work', { hours: 1 })).status).toBe(400);
});

test('it is done after reads that do not see it yet, of which one that never arrives is none', async ({ open }) => {
  const tests = open();
  const { count } = await addLater(tests, () => tests.tenant.deferWork({ reads: 1 }));
  tests.tenant.addFault({ kind: 'connection-reset', moment: 'before', count: 3 });

  for (const read of [1, 2, 3]) await expect(count(), `read ${read}`).rejects.toThrow();

  expect([await count(), await count()]).toStrictEqual([0, 1]);
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
    expect(tenant.state().issues).toStrictEqual(before);
  }
});
