import { expect } from '@playwright/test';
import { test } from '../test-management/tests-test.js';
import type { TestsTenant } from '../test-management/tests-test.js';
import { casesOf, publishTo, sampleResult, sampleResults, steps } from './publish-test.js';

const passing = (id: string) => sampleResults(id, sampleResult('pays', { steps: steps('open the shop', 'pay') }));
const failing = (id: string) =>
  sampleResults(id, sampleResult('pays', { status: 'failed', error: 'no', steps: steps('open the shop', '!pay') }));

/** A plan with the case of one test of a run. */
async function published(tests: TestsTenant, results: ReturnType<typeof passing>) {
  const plan = await tests.create('Test Plan');
  await publishTo(tests, results, { plan: plan.key });
  const [made] = await casesOf(tests, plan);
  return { plan, id: made?.id ?? 0, key: made?.key ?? '' };
}

const move = (tests: TestsTenant, key: string, id: string) =>
  tests.call('POST', `/rest/api/2/issue/${key}/transitions`, { transition: { id } });

test('a new run takes the place of the one before; steps that it did not reach are open again', async ({ open }) => {
  const tests = open();
  const { plan } = await published(tests, failing('r1'));
  const row = sampleResult('pays', { status: 'failed', error: 'no', steps: steps('!open the shop') });

  await publishTo(tests, passing('r2'), { plan: plan.key });
  expect(await casesOf(tests, plan)).toMatchObject([{ status: 'Pass', steps: ['open the shop: Pass', 'pay: Pass'] }]);
  await publishTo(tests, sampleResults('r3', row), { plan: plan.key });

  expect(await casesOf(tests, plan)).toMatchObject([{ status: 'Fail', steps: ['open the shop: Fail', 'pay: To do'] }]);
});

test('a step and a case that a person has set stay so, and it is said', async ({ open }) => {
  const tests = open();
  const { plan, id, key } = await published(tests, failing('r1'));
  await tests.api('PUT', '/steps/status', { issueId: id, rowIndex: 0, status: 'Fail' });
  await tests.call('PUT', `/rest/api/2/issue/${key}`, { fields: { summary: 'Pays, says QA', description: 'by hand' } });
  await move(tests, key, '51');

  const { cases } = await publishTo(tests, passing('r2'), { plan: plan.key });

  expect(await casesOf(tests, plan)).toMatchObject([
    { summary: 'Pays, says QA', status: 'Retest', steps: ['open the shop: Fail', 'pay: Pass'] },
  ]);
  expect(cases[0]?.notes).toEqual([
    'step 1 stays Fail, which a person set; the run says Pass',
    'it stays Retest, which a person set; the run says Pass',
  ]);
});

test('what a person sets after the run was published stays when the same run is published again', async ({ open }) => {
  const tests = open();
  const { plan, id } = await published(tests, failing('r1'));
  await tests.api('PUT', '/steps/status', { issueId: id, rowIndex: 1, status: 'To do' });

  await publishTo(tests, failing('r1'), { plan: plan.key });

  expect(await casesOf(tests, plan)).toMatchObject([{ steps: ['open the shop: Pass', 'pay: To do'] }]);
});

test('a case that a person has closed before anything was published stays so', async ({ open }) => {
  const tests = open();
  const template = await tests.template('open the shop', 'pay');
  const plan = await tests.planOf(template);
  const [{ key } = { key: '' }] = await casesOf(tests, plan);
  await move(tests, key, '11');
  await move(tests, key, '31');
  await tests.api('PUT', '/steps/status', { issueId: plan.caseId, rowIndex: 0, status: 'Fail' });
  const pays = sampleResult('pays', { cases: [template.key], steps: steps('open the shop', 'pay') });

  await publishTo(tests, sampleResults('r1', pays), { plan: plan.key });

  expect(await casesOf(tests, plan)).toMatchObject([{ status: 'Fail', steps: ['open the shop: Fail', 'pay: Pass'] }]);
});

test('a test that has got a step gets a row for it, and keeps what a person wrote to the others', async ({ open }) => {
  const tests = open();
  const { plan, id } = await published(tests, passing('r1'));
  const longer = sampleResults('r2', sampleResult('pays', { steps: steps('open the shop', 'choose', 'pay') }));

  await publishTo(tests, longer, { plan: plan.key });
  const [grown] = await casesOf(tests, plan);
  await tests.api('PUT', '/steps/comment', { issueId: id, rowIndex: 0, comment: 'slow today' });
  const more = sampleResults('r3', sampleResult('pays', { steps: steps('open the shop', 'choose', 'pay', 'leave') }));
  const { cases } = await publishTo(tests, more, { plan: plan.key });

  expect(grown?.steps).toEqual(['open the shop: Pass', 'choose: Pass', 'pay: Pass']);
  const [kept] = await casesOf(tests, plan);
  expect(kept?.rows[0]?.comments).toMatchObject([{ body: 'slow today' }]);
  expect(cases[0]?.notes).toEqual(['no row of it is “leave”']);
});

test('a run that was killed between two others does not pass for a person', async ({ open }) => {
  const tests = open();
  const { plan } = await published(tests, passing('r1'));
  let writes = 0;
  const killed = publishTo(tests, failing('r2'), { plan: plan.key }, (send) => async (request) => {
    writes += request.method === 'GET' ? 0 : 1;
    if (writes > 2) throw new Error('killed');
    return send(request);
  });
  await expect(killed).rejects.toThrow('killed');
  const [between] = await casesOf(tests, plan);

  await publishTo(tests, passing('r3'), { plan: plan.key });

  expect(between?.steps).toEqual(['open the shop: Pass', 'pay: Fail']);
  expect(await casesOf(tests, plan)).toMatchObject([{ status: 'Pass', steps: ['open the shop: Pass', 'pay: Pass'] }]);
});

test('a row that a person has worded otherwise is left, and so is its table', async ({ open }) => {
  const tests = open();
  const { plan, id } = await published(tests, passing('r1'));
  await tests.api('PUT', '/steps/cell', { issueId: id, rowIndex: 1, columnIndex: 0, cellValue: 'pay, by card' });

  const { cases } = await publishTo(tests, failing('r2'), { plan: plan.key });

  const [shown] = await casesOf(tests, plan);
  expect(shown).toMatchObject({ status: 'Fail', steps: ['open the shop: Pass', 'pay, by card: To do'] });
  expect(shown?.comments).toEqual([expect.stringContaining('pay: expected pay')]);
  expect(cases[0]?.notes).toEqual([]);
});
