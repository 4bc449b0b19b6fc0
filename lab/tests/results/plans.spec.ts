import { expect } from '@playwright/test';
import { PROJECT, test } from '../test-management/tests-test.js';
import { casesOf, publishTo, release, sampleResult, sampleResults, steps } from './publish-test.js';

test('a test goes to the case of the template that it names, made of it if there is none', async ({ open }) => {
  const tests = open();
  const template = await tests.template('Open the shop', 'Pay');
  const other = await tests.template('Return');
  const plan = await tests.planOf(template);
  const results = sampleResults(
    'r1',
    sampleResult('pays', { cases: [template.key], steps: steps('open the  shop', 'pay') }),
    sampleResult('returns', { cases: [other.key] }),
  );

  await publishTo(tests, results, { plan: plan.key });

  expect(await casesOf(tests, plan)).toMatchObject([
    { id: plan.caseId, template: template.key, status: 'Pass', steps: ['Open the shop: Pass', 'Pay: Pass'] },
    { template: other.key, status: 'Pass', steps: ['Return: Pass'] },
  ]);
});

test('a test may name a case of the plan, or one of another plan, whose template is taken', async ({ open }) => {
  const tests = open();
  const template = await tests.template('pay');
  const [old, plan] = [await tests.planOf(template), await tests.create('Test Plan')];
  const [{ key } = { key: '' }] = await casesOf(tests, old);
  const results = sampleResults('r1', sampleResult('pays', { cases: [key] }));

  const here = await publishTo(tests, results, { plan: old.key });
  const there = await publishTo(tests, results, { plan: plan.key });

  expect(here.cases).toMatchObject([{ key }]);
  expect(await casesOf(tests, plan)).toMatchObject([
    { key: there.cases[0]?.key, template: template.key, status: 'Pass' },
  ]);
});

test('a case that tests name by its template and by its key is one: failed if one of them failed', async ({ open }) => {
  const tests = open();
  const template = await tests.template('open', 'pay');
  const [plan, old] = [await tests.planOf(template), await tests.planOf(template)];
  const [[mine], [other]] = [await casesOf(tests, plan), await casesOf(tests, old)];
  const results = sampleResults(
    'r1',
    sampleResult('opens', { cases: [template.key], steps: steps('open') }),
    sampleResult('pays', { cases: [mine?.key ?? ''], steps: steps('!pay'), status: 'failed' }),
    sampleResult('pays later', { cases: [other?.key ?? '', template.key] }),
  );

  const { cases } = await publishTo(tests, results, { plan: plan.key });
  const again = await publishTo(tests, results, { plan: plan.key });

  expect(cases).toMatchObject([{ key: mine?.key, outcome: 'failed' }]);
  expect(await casesOf(tests, plan)).toMatchObject([{ status: 'Fail', steps: ['open: Pass', 'pay: Fail'] }]);
  expect(again.cases).toMatchObject([{ changes: [] }]);
});

test('the same test in two browsers is one case: failed if it failed in one', async ({ open }) => {
  const tests = open();
  const template = await tests.template('open', 'pay');
  const plan = await tests.create('Test Plan');
  const results = sampleResults(
    'r1',
    sampleResult('pays', { name: 'firefox', cases: [template.key], steps: steps('open', '!pay'), status: 'failed' }),
    sampleResult('pays', { name: 'chromium', cases: [template.key], steps: steps('open', 'pay') }),
  );

  await publishTo(tests, results, { plan: plan.key });

  expect(await casesOf(tests, plan)).toMatchObject([{ status: 'Fail', steps: ['open: Pass', 'pay: Fail'] }]);
});

test('what a test names and can have no case is said, and keeps no other from its case', async ({ open }) => {
  const tests = open();
  const bug = await tests.create('Bug');
  const plan = await tests.create('Test Plan');
  const results = sampleResults(
    'r1',
    sampleResult('one', { cases: [bug.key] }),
    sampleResult('two', { cases: ['QA-99999'] }),
    sampleResult('three'),
  );

  const report = await publishTo(tests, results, { plan: plan.key });

  expect(report.cases.map(({ problem }) => problem)).toEqual([
    `${bug.key} is a Bug that no case can be made of: name a Test Case Template`,
    "QA-99999 can't be read (404): testCase() has to name a template or a case that is there",
    undefined,
  ]);
  expect(await casesOf(tests, plan)).toMatchObject([{ status: 'Pass', steps: ['three: Pass'] }]);
});

test('each release has a plan: with the templates of the one before, and the tests of its own run', async ({
  open,
}) => {
  const tests = open();
  const [named, byHand, gone] = [
    await tests.template('pay'),
    await tests.template('look'),
    await tests.template('old'),
  ];
  const first = await publishTo(
    tests,
    sampleResults('r1', sampleResult('stays', { cases: [named.key] }), sampleResult('is removed')),
    release('1.0'),
  );
  const old = { key: first.plan.key ?? '' };
  await tests.add(old, byHand);
  await tests.add(old, gone);
  await tests.call('POST', `/rest/api/2/issue/${gone.key}/transitions`, { transition: { id: '101' } });
  const before = await casesOf(tests, old);

  const results = sampleResults('r2', sampleResult('stays', { cases: [named.key] }), sampleResult('is added'));
  const second = await publishTo(tests, results, release('1.1'));
  const again = await publishTo(tests, results, release('1.1'));

  const plan = { key: second.plan.key ?? '' };
  expect(first.plan).toMatchObject({ summary: 'Release 1.0', isNew: true });
  expect(second.plan).toMatchObject({ summary: 'Release 1.1', isNew: true });
  expect(again.plan).toMatchObject({ key: plan.key, isNew: false });
  expect((await casesOf(tests, plan)).map(({ template, summary, status }) => [template ?? summary, status])).toEqual([
    [named.key, 'Pass'],
    [byHand.key, 'Open'],
    ['chromium › shop.spec.ts › is added', 'Pass'],
  ]);
  expect(again.others).toBe(1);
  expect(await casesOf(tests, old)).toEqual(before);
});

test('an earlier release that is published again takes nothing from a later one', async ({ open }) => {
  const tests = open();
  const later = await tests.template('look');
  const first = await publishTo(tests, sampleResults('r1', sampleResult('one')), release('1.0'));
  const second = await publishTo(tests, sampleResults('r2', sampleResult('one')), release('1.1'));
  await tests.add({ key: second.plan.key ?? '' }, later);

  await publishTo(tests, sampleResults('r3', sampleResult('one')), release('1.0'));

  expect(await casesOf(tests, { key: first.plan.key ?? '' })).toMatchObject([{ template: null }]);
});

test('a case that a person took out of the plan of a release does not come back with the release before', async ({
  open,
}) => {
  const tests = open();
  const byHand = await tests.template('look');
  const first = await publishTo(tests, sampleResults('r1', sampleResult('one')), release('1.0'));
  await tests.add({ key: first.plan.key ?? '' }, byHand);
  const { plan } = await publishTo(tests, sampleResults('r2', sampleResult('one')), release('1.1'));
  const [taken] = await casesOf(tests, { key: plan.key ?? '' });
  await tests.call('DELETE', `/rest/api/2/issue/${taken?.key}`);

  await publishTo(tests, sampleResults('r3', sampleResult('one')), release('1.1'));

  expect(taken?.template).toBe(byHand.key);
  expect((await casesOf(tests, { key: plan.key ?? '' })).map(({ template }) => template)).toEqual([null]);
});

test('a case stands for each rule if that is asked, with its tests as steps', async ({ open }) => {
  const tests = open();
  const rules = [{ id: 'DT-01', text: 'Lists by project.' }];
  const generic = await tests.create('Test Case Template');
  const plan = await tests.create('Test Plan');
  const results = sampleResults(
    'r1',
    sampleResult('by key', { rules }),
    sampleResult('by id', { rules, status: 'failed', error: 'empty' }),
    sampleResult('of no rule'),
  );

  await publishTo(tests, results, { plan: plan.key, by: 'rule', template: generic.key });

  const cases = await casesOf(tests, plan);
  expect(cases).toMatchObject([
    {
      summary: 'DT-01 Lists by project.',
      template: generic.key,
      status: 'Fail',
      steps: ['by key: Pass', 'by id: Fail'],
    },
  ]);
  expect(cases[0]?.rows[1]?.comments).toMatchObject([{ body: 'empty\n(tracker-e2e run r1)' }]);
});

test('a dry run sends GET only, and tells what would change', async ({ open }) => {
  const tests = open();
  const template = await tests.template('pay');
  const plan = await tests.planOf(template);
  const results = sampleResults('r1', sampleResult('pays', { cases: [template.key] }), sampleResult('is new'));
  const before = tests.tenant.state();
  const since = tests.tenant.journal().at(-1)?.id ?? 0;

  const named = await publishTo(tests, results, { plan: plan.key, dryRun: true });
  const ofRelease = await publishTo(tests, results, { ...release('1.0'), dryRun: true });

  expect(new Set(tests.tenant.journal(since).map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(tests.tenant.state()).toEqual(before);
  expect(named.cases.map(({ changes }) => changes)).toEqual([
    ['1 step to Pass', 'moves to Pass', 'links to the run'],
    ['is made, with 1 step'],
  ]);
  expect(ofRelease).toMatchObject({ plan: { key: undefined, isNew: true }, fromTemplates: 1 });
});

test('a plan that is none is refused, and so is a run without a plan', async ({ open }) => {
  const tests = open();
  const template = await tests.template('pay');

  await expect(publishTo(tests, sampleResults('r1', sampleResult('pays')), { plan: template.key })).rejects.toThrow(
    `${template.key} is a Test Case Template, and no Test Plan: name a test plan.`,
  );
  await expect(publishTo(tests, sampleResults('r1', sampleResult('pays')), { project: PROJECT })).rejects.toThrow(
    'No test plan is named',
  );
});

for (const [choice, says] of [
  [{ plan: 'QA-999' }, /^There is no test plan QA-999, or the user/],
  [{ plan: '..' }, /^\.\. is no key of a test plan/],
  [{ release: ' ', project: PROJECT }, /^No test plan is named/],
  [{ release: '1', project: 'QA" OR project = "DEMO' }, /^QA" OR project = "DEMO is no key of a project/],
] as const) {
  test(`a plan is not looked for by ${JSON.stringify(choice)}`, async ({ open }) => {
    const tests = open();

    await expect(publishTo(tests, sampleResults('r1', sampleResult('pays')), choice)).rejects.toThrow(says);
    expect(tests.tenant.journal().filter(({ method }) => method !== 'GET')).toEqual([]);
  });
}

test('requests are few: five writes and one read for a case that passed, one read for one that was published', async ({
  open,
}) => {
  const tests = open();
  const count = 60;
  const results = sampleResults(
    'r1',
    ...Array.from({ length: count }, (_, index) =>
      sampleResult(`test ${index}`, { steps: steps('one', 'two', 'three') }),
    ),
  );
  const plan = await tests.create('Test Plan');
  const asked = (since: number) => tests.tenant.journal(since).map(({ method, url }) => `${method} ${url}`);
  const last = () => tests.tenant.journal().at(-1)?.id ?? 0;

  const since = last();
  const { requests } = await publishTo(tests, results, { plan: plan.key });
  const first = asked(since);
  const before = last();
  const again = await publishTo(tests, results, { plan: plan.key });

  expect(first.filter((line) => line.includes('/steps/statuses'))).toHaveLength(count);
  expect(first).toHaveLength(requests);
  expect(requests).toBeLessThanOrEqual(6 * count + 20);
  expect(again.requests).toBeLessThanOrEqual(count + 12);
  expect(asked(before).filter((line) => !line.startsWith('GET'))).toEqual([]);
});
