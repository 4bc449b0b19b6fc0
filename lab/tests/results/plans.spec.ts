import { expect } from '@playwright/test';
import { covers } from '../../../fixtures/test-details.js';
import { testCase } from '../../../reports/results/index.js';
import { PROJECT } from '../test-management/tests-test.js';
import { casesOf, publishTo, release, sampleResult, sampleResults, steps, test } from './publish-test.js';

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

test('each release has a plan: with the templates of the one before, and the tests of its own run', async ({
  tests,
}) => {
  const named = await tests.template('pay');
  const [byHand, gone] = [await tests.template('look'), await tests.template('old')];
  const stays = sampleResult('stays', { cases: [named.key] });
  const first = await publishTo(tests, sampleResults('r1', stays, sampleResult('is removed')), release('1.0'));
  const old = { key: first.plan.key ?? '' };
  await tests.add(old, byHand);
  await tests.add(old, gone);
  await tests.call('POST', `/rest/api/2/issue/${gone.key}/transitions`, { transition: { id: '101' } });
  const before = await casesOf(tests, old);

  const results = sampleResults('r2', stays, sampleResult('is added'));
  const second = await publishTo(tests, results, release('1.1'));
  const again = await publishTo(tests, results, release('1.1'));

  const plan = { key: second.plan.key ?? '' };
  expect(first.plan).toMatchObject({ summary: 'Release 1.0', isNew: true });
  expect(second.plan).toMatchObject({ summary: 'Release 1.1', isNew: true });
  expect(again.plan).toMatchObject({ key: plan.key, isNew: false });
  expect(
    (await casesOf(tests, plan)).map(({ template, summary, status }) => [template ?? summary, status]),
  ).toStrictEqual([
    [named.key, 'Pass'],
    [byHand.key, 'Open'],
    ['chromium › shop.spec.ts › is added', 'Pass'],
  ]);
  expect(again.others).toBe(1);
  expect(await casesOf(tests, old)).toStrictEqual(before);
});

test('a dry run sends GET only, and tells what would change', async ({ tests }) => {
  const template = await tests.template('pay');
  const plan = await tests.planOf(template);
  const results = sampleResults('r1', sampleResult('pays', { cases: [template.key] }), sampleResult('is new'));
  const before = tests.tenant.state();
  const since = tests.tenant.journal().at(-1)?.id ?? 0;

  const named = await publishTo(tests, results, { plan: plan.key, dryRun: true });
  const ofRelease = await publishTo(tests, results, { ...release('1.0'), dryRun: true });

  expect(new Set(tests.tenant.journal(since).map(({ method }) => method))).toStrictEqual(new Set(['GET']));
  expect(tests.tenant.state()).toStrictEqual(before);
  expect(named.cases.map(({ changes }) => changes)).toStrictEqual([
    ['1 step to Pass', 'moves to Pass', 'links to the run'],
    ['is made, with 1 step'],
  ]);
  expect(ofRelease).toMatchObject({ plan: { key: undefined, isNew: true }, fromTemplates: 1 });
});

test('a plan that is none, is not there or is not named is refused before anything is written', async ({ tests }) => {
  const template = await tests.template('pay');
  const since = tests.tenant.journal().at(-1)?.id ?? 0;
  const results = sampleResults('r1', sampleResult('pays'));
  for (const [choice, says] of [
    [{ plan: template.key }, `${template.key} is a Test Case Template, and no Test Plan: name a test plan.`],
    [{ project: PROJECT }, 'No test plan is named'],
    [{ plan: 'QA-999' }, /^There is no test plan QA-999, or the user/],
    [{ release: '1', project: 'NOPE' }, /^There is no project NOPE, or the user/],
    [{ plan: '..' }, /^\.\. is no key of a test plan/],
    [{ release: ' ', project: PROJECT }, /^No test plan is named/],
    [{ release: '1', project: 'QA" OR project = "DEMO' }, /^QA" OR project = "DEMO is no key of a project/],
  ] as const) {
    await expect.soft(publishTo(tests, results, choice)).rejects.toThrow(says);
  }
  expect(tests.tenant.journal(since).filter(({ method }) => method !== 'GET')).toStrictEqual([]);
});
