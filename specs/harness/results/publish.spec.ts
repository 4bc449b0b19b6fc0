import { expect } from '@playwright/test';
import { keepSecrets } from '../../../fixtures/reporting/secrets.js';
import { test } from '../test-management/tests-test.js';
import { casesOf, clientOf, publishTo, sampleResult, sampleResults, steps } from './publish-test.js';

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

test('a case is told why it can not be moved, and gets all else', async ({ open }) => {
  const tests = open();
  const plan = await tests.create('Test Plan');

  const caseStatuses = { passed: 'Accepted', failed: 'Fail' };
  const { cases } = await publishTo(tests, sampleResults('r1', sampleResult('pays')), { plan: plan.key, caseStatuses });

  expect(await casesOf(tests, plan)).toMatchObject([{ steps: ['pays: Pass'] }]);
  expect(cases[0]?.notes).toEqual([expect.stringMatching(/^no transition leads from .* to Accepted; there are /)]);
});

test('calls that would change anything but the plan and its cases are not sent', async ({ open }) => {
  const tests = open();
  const [template, plan] = [await tests.template('pay'), await tests.create('Test Plan')];
  const other = await tests.planOf(template);
  const before = tests.tenant.state();
  const { api, scope } = await clientOf(tests);
  scope.allow(plan);
  const fields = { project: { key: 'QA' }, issuetype: { name: 'Test Case' }, summary: 'new' };

  const refused = await Promise.allSettled([
    api.editIssue({ issueIdOrKey: template.key, body: { fields: { summary: 'changed' } } }),
    api.setStepStatuses({ body: { issueId: other.caseId, rows: [{ rowIndex: 0, status: 'Pass' }] } }),
    api.addTestCaseTemplates({ body: { testPlanKeys: [plan.key, other.key], testCaseTemplateKeys: [template.key] } }),
    api.bulkCreateIssues({
      body: { issueUpdates: [{ fields: { ...fields, parent: { key: plan.key } } }, { fields }] },
    }),
    api.createIssue({ body: { fields: { ...fields, parent: { key: other.key } } } }),
    api.copyPlan({ body: { testPlanKey: plan.key } }),
    api.updateProject({ projectIdOrKey: 'QA', body: { name: 'changed' } }),
    api.deleteProject({ projectIdOrKey: 'QA' }),
  ]);

  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 'rejected'));
  expect(tests.tenant.state()).toEqual(before);
});

test('what is a secret is on the tracker nowhere', async ({ open }) => {
  const tests = open();
  const plan = await tests.create('Test Plan');
  keepSecrets(['hunter-2-hunter']);
  const results = sampleResults(
    'r1',
    sampleResult('logs in with hunter-2-hunter', {
      status: 'failed',
      error: 'hunter-2-hunter is refused',
      steps: steps('!type hunter-2-hunter'),
      exchange: 'POST /login hunter-2-hunter',
    }),
    sampleResult('fails', {
      status: 'failed',
      error: 'no hunter-2-hunter',
      steps: steps('open'),
      exchange: 'hunter-2-hunter',
    }),
    sampleResult('skips', { status: 'skipped', reason: 'hunter-2-hunter' }),
  );

  await publishTo(tests, results, { plan: plan.key });

  const cases = await casesOf(tests, plan);
  const files = cases.flatMap(({ rows }) => rows.flatMap(({ attachments = [] }) => attachments));
  const [file] = await Promise.all(files.map(({ id, name }) => tests.text(`/secure/attachment/${id}/${name}`)));
  expect(file).toContain('POST /login •••');
  expect(JSON.stringify([tests.tenant.state(), file])).not.toContain('hunter-2-hunter');
  expect(cases.map(({ status }) => status)).toEqual(['Fail', 'Fail', 'Open']);
});
