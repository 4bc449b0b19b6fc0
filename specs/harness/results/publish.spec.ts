import { expect } from '@playwright/test';
import { test } from '../test-management/tests-test.js';
import { casesOf, publishTo, sampleResult, sampleResults, steps } from './publish-test.js';

test('a test without a case gets one with its steps, and the case the status of the test', async ({ open }) => {
  const tests = open();
  const plan = await tests.create('Test Plan');
  const results = sampleResults(
    'r1',
    sampleResult('pays by card', { steps: steps('open the shop', 'pay') }),
    sampleResult('pays by invoice', {
      status: 'failed',
      error: 'boom',
      steps: steps('open the shop', '!pay'),
      exchange: 'GET /pay answered 500',
    }),
  );

  const report = await publishTo(tests, results, { plan: plan.key });

  const cases = await casesOf(tests, plan);
  expect(report.cases.map(({ problem, notes }) => ({ problem, notes }))).toEqual([
    { problem: undefined, notes: [] },
    { problem: undefined, notes: [] },
  ]);
  expect(cases).toMatchObject([
    { summary: 'chromium › shop.spec.ts › pays by card', status: 'Pass', steps: ['open the shop: Pass', 'pay: Pass'] },
    {
      summary: 'chromium › shop.spec.ts › pays by invoice',
      status: 'Fail',
      steps: ['open the shop: Pass', 'pay: Fail'],
    },
  ]);
  expect(cases[1]?.rows[1]?.comments).toMatchObject([{ body: 'expected pay\n(tracker-e2e run r1)' }]);
  expect(cases[1]?.rows[1]?.attachments).toMatchObject([{ name: 'tracker-e2e-r1-step-2.txt' }]);
  expect(cases[1]?.links).toMatchObject([{ object: { url: 'https://ci.example.com/7' } }]);
});
