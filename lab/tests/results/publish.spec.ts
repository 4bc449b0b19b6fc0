import { existsSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { FullResult } from '@playwright/test/reporter';
import { messageOf } from '../../../contracts/thrown.js';
import type { Transport } from '../../../client/transport.js';
import { covers } from '../../../fixtures/test-details.js';
import { keepSecrets } from '../../../client/secrets.js';
import { resultsSchema } from '../../../reports/documents/results.js';
import { documentsWorld } from '../../../fake/worlds/documents.js';
import ResultsReporter, { testCase } from '../../../reports/results/index.js';
import { defectErrors, resultsOfMatrix } from '../../../reports/results/run-results.js';
import { judgedMatrix, sampleAbout, sampleTest } from '../reports/sample-run.js';
import { casesOf, clientOf, publishTo, sampleResult, sampleResults, steps, test } from './publish-test.js';

test('a test without a case gets one with its steps, and the case the status of the test', async ({ plan, tests }) => {
  const results = sampleResults(
    'r1',
    sampleResult('pays by card', { steps: steps('open the shop', 'pay') }),
    sampleResult('pays by invoice', {
      ...{ status: 'failed', error: 'boom', exchange: 'GET /pay answered 500' },
      steps: steps('open the shop', '!pay'),
    }),
    sampleResult('pays later', { steps: steps('open the shop', '-pay') }),
    sampleResult('pays twice', { status: 'expected failure', error: 'boom' }),
  );

  const report = await publishTo(tests, results, { plan: plan.key });

  const cases = await casesOf(tests, plan);
  expect(report.cases.flatMap(({ problem, notes }) => [problem ?? [], notes].flat())).toStrictEqual([]);
  const suite = 'chromium › shop.spec.ts ›';
  expect(cases).toMatchObject([
    { summary: `${suite} pays by card`, status: 'Pass', steps: ['open the shop: Pass', 'pay: Pass'] },
    { summary: `${suite} pays by invoice`, status: 'Fail', steps: ['open the shop: Pass', 'pay: Fail'] },
    { summary: `${suite} pays later`, status: 'Open', steps: ['open the shop: Pass', 'pay: To do'] },
    { summary: `${suite} pays twice`, status: 'Fail' },
  ]);
  expect(cases[1]?.rows[1]?.comments).toMatchObject([{ body: 'expected pay\n(tracker-e2e run r1)' }]);
  expect(cases[1]?.rows[1]?.attachments).toMatchObject([{ name: 'tracker-e2e-r1-step-2.txt' }]);
  expect(cases[1]?.links).toMatchObject([{ object: { url: 'https://ci.example.com/7' } }]);
});

test('a case that can not be moved gets all else, is not published, and is tried again', async ({ plan, tests }) => {
  const results = sampleResults('r1', sampleResult('pays'));
  const caseStatuses = { passed: 'Accepted', failed: 'Fail' };

  const first = await publishTo(tests, results, { plan: plan.key, caseStatuses });
  const stuck = await casesOf(tests, plan);
  const second = await publishTo(tests, results, { plan: plan.key, caseStatuses });
  const third = await publishTo(tests, results, { plan: plan.key });

  expect(stuck).toMatchObject([{ steps: ['pays: Pass'] }]);
  expect(stuck[0]?.status).not.toMatch(/Pass|Fail/);
  const reason = expect.stringMatching(
    /^its status, as no transition leads from .* to Accepted; there are .* \(--passed, --failed\)$/,
  );
  expect([...first.cases, ...second.cases]).toMatchObject([{ problem: reason }, { problem: reason }]);
  expect(third.cases).toMatchObject([{ changes: ['moves to Pass', 'links to the run'] }]);
  expect(third.cases[0]?.problem).toBeUndefined();
  expect(await casesOf(tests, plan)).toMatchObject([{ status: 'Pass', steps: ['pays: Pass'] }]);
});

/** Statuses of cases beside Open (1) and Pass (15), and the moves between them, each by the ids of two statuses. */
const [BLOCKED, RUNNING, CANCELLED] = [31, 32, 33];
const statuses = [
  ...documentsWorld.statuses,
  { id: BLOCKED, name: 'Blocked', category: 'indeterminate' as const },
  { id: RUNNING, name: 'Running', category: 'indeterminate' as const },
  { id: CANCELLED, name: 'Cancelled', category: 'done' as const },
];
const moves = [
  ...[CANCELLED, BLOCKED, RUNNING].map((to) => ({ from: [1], to })),
  ...[1, CANCELLED].map((to) => ({ from: [BLOCKED], to })),
  ...[CANCELLED, 15].map((to) => ({ from: [RUNNING], to })),
  { from: [CANCELLED], to: 15 },
].map((move, index) => ({ id: index + 10, name: 'Move', ...move }));

test('a case is moved by the shortest known way, out of dead ends, and never through another final status', async ({
  open,
}) => {
  const workflows = documentsWorld.workflows.map((one) =>
    one.name === 'Test case workflow' ? { ...one, transitions: moves } : one,
  );
  const tests = open({ world: { ...documentsWorld, statuses, workflows } });
  const plan = await tests.create('Test Plan');
  /** The statuses to which cases were moved since a request. */
  const entered = (since: number) =>
    tests.tenant.journal(since).flatMap(({ id, url, method }) => {
      if (method !== 'POST' || !url.endsWith('/transitions')) return [];
      const body = JSON.parse(tests.tenant.exchange(id).requestBody) as { transition: { id: string } };
      const to = moves.find((move) => String(move.id) === body.transition.id)?.to;
      return statuses.filter((status) => status.id === to).map(({ name }) => name);
    });

  const results = sampleResults('r1', sampleResult('one'), sampleResult('two'), sampleResult('three'));
  const { cases } = await publishTo(tests, results, { plan: plan.key });
  const since = tests.tenant.journal().at(-1)?.id ?? 0;
  await publishTo(tests, sampleResults('r2', sampleResult('four')), { plan: plan.key });

  expect(cases.map(({ problem }) => problem)).toStrictEqual([undefined, undefined, undefined]);
  expect(new Set(entered(0))).toStrictEqual(new Set(['Blocked', 'Open', 'Running', 'Pass']));
  expect(entered(since)).toStrictEqual(['Blocked', 'Open', 'Running', 'Pass']);
});

/** A tracker that asks for a CAPTCHA after 40 requests. @param sent gets the URL of each request */
const withCaptcha =
  (sent: string[]) =>
  (send: Transport): Transport =>
  (request) => {
    const headers = { 'x-authentication-denied-reason': 'CAPTCHA_CHALLENGE; login-url=http://localhost/login.jsp' };
    const refusal = { status: 403, headers, body: Buffer.from('') };
    return sent.push(request.url) > 40 ? Promise.resolve(refusal) : send(request);
  };

test('a refused login ends all: an account is not locked by trying it for each case', async ({ plan, tests }) => {
  const results = sampleResults('r1', ...Array.from({ length: 30 }, (_, index) => sampleResult(`test ${index}`)));
  const sent: string[] = [];

  await expect(publishTo(tests, results, { plan: plan.key }, withCaptcha(sent))).rejects.toThrow(
    /answered 403: .*CAPTCHA.* Log in once at http:\/\/localhost\/login.jsp .* Nothing more is sent\.$/,
  );
  expect(sent.length).toBeLessThanOrEqual(44);
});

test('calls that would change anything but the plan and its cases are not sent', async ({ tests }) => {
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
    api.deleteProject({ projectIdOrKey: 'QA' }),
  ]);

  expect(refused.map(({ status }) => status)).toStrictEqual(refused.map(() => 'rejected'));
  expect(tests.tenant.state()).toStrictEqual(before);
});

test('what is a secret is on the tracker nowhere', async ({ plan, tests }) => {
  keepSecrets(['hunter-2-hunter']);
  const failed = {
    status: 'failed',
    error: 'hunter-2-hunter is refused',
    exchange: 'POST /login hunter-2-hunter',
  } as const;
  const results = sampleResults(
    'r1',
    sampleResult('logs in with hunter-2-hunter', { ...failed, steps: steps('!type hunter-2-hunter') }),
    sampleResult('fails', { ...failed, steps: steps('open') }),
    sampleResult('skips', { status: 'skipped', reason: 'hunter-2-hunter' }),
  );

  await publishTo(tests, results, { plan: plan.key });

  const cases = await casesOf(tests, plan);
  const files = cases.flatMap(({ rows }) => rows.flatMap(({ attachments = [] }) => attachments));
  const [file] = await Promise.all(files.map(({ id, name }) => tests.call('GET', `/secure/attachment/${id}/${name}`)));
  expect(file?.body).toContain('POST /login •••');
  expect(JSON.stringify([tests.tenant.state(), file])).not.toContain('hunter-2-hunter');
  expect(cases.map(({ status }) => status)).toStrictEqual(['Fail', 'Fail', 'Open']);
});

test('a run that did not load, in which no test ran, or with an error beside is not published', async ({
  plan,
  tests,
}, testInfo) => {
  const since = tests.tenant.journal().at(-1)?.id ?? 0;
  const file = testInfo.outputPath('results.json');
  const reporter = new ResultsReporter({ file });
  reporter.onError({ message: 'Error: duplicate test title "pays", first declared in shop.spec.ts:3' });
  await reporter.onEnd({ startTime: new Date(), status: 'failed', duration: 1 } satisfies FullResult);
  const notLoaded = resultsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  // A run that begins leaves nothing that could pass for its results.
  expect([new ResultsReporter({ file }), existsSync(file)]).toStrictEqual([expect.anything(), false]);
  const missing = 'Shard 2 of 2 is missing.';
  const incomplete = { ...sampleResults('r1', sampleResult('pays')), errors: [missing] };
  const planted = 'The run was on a fake with the planted defect DT-01-last.';
  const about = sampleAbout({ defect: 'DT-01-last' });
  const identity = { product: 'Tracker', version: '9.12.0', build: '1', edition: 'Server', defect: 'DT-01-last' };

  expect(notLoaded.errors).toStrictEqual(['duplicate test title "pays", first declared in shop.spec.ts:3']);
  for (const [results, ...reasons] of [
    [notLoaded, 'No test of it ran.', ...notLoaded.errors],
    [sampleResults('r1'), 'No test of it ran.'],
    [sampleResults('r1', sampleResult('pays', { status: 'not run' })), 'No test of it ran.'],
    [sampleResults('r1', sampleResult('pays', { status: 'skipped' })), 'No test of it ran.'],
    [incomplete, missing],
    [resultsOfMatrix(judgedMatrix([sampleTest({ rules: ['DT-01'] })], { about })), planted],
  ] as const) {
    const published = publishTo(tests, results, { plan: plan.key });
    const refusal = await published.then(() => 'none').catch(messageOf);
    const head = expect.stringMatching(/^Nothing is published of .*: correct this, and run the tests again\.$/);
    expect.soft(refusal.split('\n- ')).toStrictEqual([head, ...reasons]);
  }
  expect(tests.tenant.journal(since).filter(({ method }) => method !== 'GET')).toStrictEqual([]);
  expect(defectErrors([identity, identity])).toStrictEqual([planted]);
  expect(defectErrors([])).toStrictEqual([]);
});

test('a test names its cases beside the rules and tags that it has, and what is no key is refused', () => {
  const caseOf = (description: string) => ({ type: 'test case', description });
  const rules = covers('DT-22');
  const own = { tag: '@smoke', annotation: { type: 'issue', description: 'QA-7' } };

  expect(testCase('QA-12', 'QA-13')).toStrictEqual({ tag: [], annotation: [caseOf('QA-12'), caseOf('QA-13')] });
  expect(testCase('QA-12', rules, own)).toStrictEqual({
    tag: ['@DT-22', '@smoke'],
    annotation: [...[rules.annotation ?? []].flat(), own.annotation, caseOf('QA-12')],
  });
  expect(() => testCase('pays by card')).toThrow("testCase('pays by card') names no test case");
});

test('a case that several tests name, by template or by key, failed if one of them failed', async ({ tests }) => {
  const template = await tests.template('open the shop', 'pay');
  const [plan, old] = [await tests.planOf(template), await tests.planOf(template)];
  const [[mine], [other]] = [await casesOf(tests, plan), await casesOf(tests, old)];
  const cases = [template.key];
  const results = sampleResults(
    'r1',
    sampleResult('opens', { cases, steps: steps('Open  the shop') }),
    sampleResult('pays', { cases: [mine?.key ?? ''], steps: steps('!pay'), status: 'failed' }),
    sampleResult('pays later', { cases: [other?.key ?? '', template.key] }),
  );

  const first = await publishTo(tests, results, { plan: plan.key });
  const again = await publishTo(tests, results, { plan: plan.key });

  expect(first.cases).toMatchObject([{ key: mine?.key, outcome: 'failed' }]);
  expect(again.cases).toMatchObject([{ changes: [] }]);
  expect(await casesOf(tests, plan)).toMatchObject([{ status: 'Fail', steps: ['open the shop: Pass', 'pay: Fail'] }]);
});

test('what a test names and can have no case is said, and keeps no other from its case', async ({ plan, tests }) => {
  const bug = await tests.create('Bug');
  const results = sampleResults(
    'r1',
    sampleResult('one', { cases: [bug.key] }),
    sampleResult('two', { cases: ['QA-99999'] }),
    sampleResult('three'),
  );

  const report = await publishTo(tests, results, { plan: plan.key });

  expect(report.cases.map(({ problem }) => problem)).toStrictEqual([
    `${bug.key} is a Bug that no case can be made of: name a Test Case Template`,
    "QA-99999 can't be read (404): testCase() has to name a template or a case that is there",
    undefined,
  ]);
  expect(await casesOf(tests, plan)).toMatchObject([{ status: 'Pass', steps: ['three: Pass'] }]);
});
