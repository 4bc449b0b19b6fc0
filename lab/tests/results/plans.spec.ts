import { expect } from '@playwright/test';
import type { Transport } from '../../../client/transport.js';
import { PROJECT } from '../test-management/tests-test.js';
import type { TestsTenant } from '../test-management/tests-test.js';
import { casesOf, publishTo, release, sampleResult, sampleResults, steps, test } from './publish-test.js';

/** A connection that is cut after a number of requests, as if the process had been killed then. */
const cutAfter =
  (requests: number) =>
  (send: Transport): Transport => {
    let sent = 0;
    return async (request) => {
      sent += 1;
      if (sent > requests) throw new Error('killed');
      return send(request);
    };
  };

const findsLate =
  (searches: number) =>
  (send: Transport): Transport => {
    let hidden = 0;
    const nothing = Buffer.from(JSON.stringify({ startAt: 0, maxResults: 50, total: 0, issues: [] }));
    return async (request) => {
      const answer = await send(request);
      if (!request.url.includes('/search') || hidden >= searches) return answer;
      hidden += 1;
      return { ...answer, body: nothing };
    };
  };

async function prepared(tests: TestsTenant) {
  const template = await tests.template('open the shop', 'pay');
  const results = sampleResults(
    'r1',
    sampleResult('names its case', {
      ...{ cases: [template.key], status: 'failed', exchange: 'GET /pay answered 500' },
      steps: steps('open the shop', '!pay'),
    }),
    sampleResult('passes', { steps: steps('search', 'find') }),
    sampleResult('fails outside of its steps', { status: 'failed', error: 'no page', steps: steps('search') }),
    sampleResult('is skipped', { status: 'skipped', reason: 'later' }),
  );
  return { template, results };
}

/** Before the first change, between creations, between what is written to a case, and before the last call. */
const moments = [1, 4, 8, 12, 16, 20];

for (const moment of moments) {
  test(`killed at moment ${moment} of 20 and published again, each case is there once with its status`, async ({
    open,
  }) => {
    const whole = open();
    const { results: same } = await prepared(whole);
    const { requests } = await publishTo(whole, same, release('1.0'));
    const tests = open();
    const { results, template } = await prepared(tests);
    const last = Math.floor((requests * moment) / 21);

    await expect(publishTo(tests, results, release('1.0'), cutAfter(last))).rejects.toThrow('killed');
    const report = await publishTo(tests, results, release('1.0'));

    const plan = { key: report.plan.key ?? '' };
    const cases = await casesOf(tests, plan);
    expect(cases.map(({ summary, status, steps: shown }) => ({ summary, status, shown }))).toStrictEqual([
      { summary: 'Test Case Template', status: 'Fail', shown: ['open the shop: Pass', 'pay: Fail'] },
      { summary: 'chromium › shop.spec.ts › passes', status: 'Pass', shown: ['search: Pass', 'find: Pass'] },
      { summary: 'chromium › shop.spec.ts › fails outside of its steps', status: 'Fail', shown: ['search: Pass'] },
      { summary: 'chromium › shop.spec.ts › is skipped', status: 'Open', shown: [] },
    ]);
    expect(cases[0]?.template).toBe(template.key);
    expect(cases[0]?.rows[1]?.comments).toHaveLength(1);
    expect(cases[0]?.rows[1]?.attachments).toHaveLength(1);
    expect(cases.map(({ comments }) => comments.length)).toStrictEqual([0, 0, 1, 0]);
    expect(cases.map(({ links }) => links.length)).toStrictEqual([1, 1, 1, 1]);
  });
}

test('two publishers at once make each case once', async ({ plan, tests }) => {
  const { results } = await prepared(tests);

  const reports = await Promise.all([1, 2].map(() => publishTo(tests, results, { plan: plan.key })));

  const cases = await casesOf(tests, plan);
  expect(cases.map(({ summary, status }) => `${summary}: ${status}`).toSorted()).toStrictEqual([
    'Test Case Template: Fail',
    'chromium › shop.spec.ts › fails outside of its steps: Fail',
    'chromium › shop.spec.ts › is skipped: Open',
    'chromium › shop.spec.ts › passes: Pass',
  ]);
  expect(reports.flatMap((report) => report.cases).filter(({ problem }) => problem !== undefined)).toStrictEqual([]);
});

test('a run that is published again changes nothing, nor what a person has set meanwhile, though the tracker indexes late', async ({
  tests,
}) => {
  const { results } = await prepared(tests);
  const { plan } = await publishTo(tests, results, release('1.0'));
  const [shown] = await casesOf(tests, { key: plan.key ?? '' });
  await tests.api('PUT', '/steps/status', { issueId: shown?.id ?? 0, rowIndex: 1, status: 'To do' });
  const before = tests.tenant.state();
  const again = await publishTo(tests, results, { ...release('1.0'), settle: 1 }, findsLate(2));

  expect(again.plan).toMatchObject({ key: plan.key, isNew: false });
  expect(again.cases.flatMap(({ changes }) => changes)).toStrictEqual([]);
  expect(tests.tenant.state()).toStrictEqual(before);
});

const passing = (id: string) => sampleResults(id, sampleResult('pays', { steps: steps('open the shop', 'pay') }));
const failing = (id: string) =>
  sampleResults(id, sampleResult('pays', { status: 'failed', error: 'no', steps: steps('open the shop', '!pay') }));

async function published(tests: TestsTenant, results: ReturnType<typeof passing>) {
  const plan = await tests.create('Test Plan');
  await publishTo(tests, results, { plan: plan.key });
  const [made] = await casesOf(tests, plan);
  return { plan, id: made?.id ?? 0, key: made?.key ?? '' };
}

const move = (tests: TestsTenant, key: string, id: string) =>
  tests.call('POST', `/rest/api/2/issue/${key}/transitions`, { transition: { id } });

test('a new run takes the place of the one before; steps that it did not reach are open again', async ({ tests }) => {
  const { plan } = await published(tests, failing('r1'));
  const row = sampleResult('pays', { status: 'failed', error: 'no', steps: steps('!open the shop') });

  await publishTo(tests, passing('r2'), { plan: plan.key });
  expect(await casesOf(tests, plan)).toMatchObject([{ status: 'Pass', steps: ['open the shop: Pass', 'pay: Pass'] }]);
  await publishTo(tests, sampleResults('r3', row), { plan: plan.key });

  expect(await casesOf(tests, plan)).toMatchObject([{ status: 'Fail', steps: ['open the shop: Fail', 'pay: To do'] }]);
});

test('a step and a case that a person has set stay so, and it is said', async ({ tests }) => {
  const { plan, id, key } = await published(tests, failing('r1'));
  await tests.api('PUT', '/steps/status', { issueId: id, rowIndex: 0, status: 'Fail' });
  await tests.call('PUT', `/rest/api/2/issue/${key}`, { fields: { summary: 'Pays, says QA', description: 'by hand' } });
  await move(tests, key, '51');

  const { cases } = await publishTo(tests, passing('r2'), { plan: plan.key });

  expect(await casesOf(tests, plan)).toMatchObject([
    { summary: 'Pays, says QA', status: 'Retest', steps: ['open the shop: Fail', 'pay: Pass'] },
  ]);
  expect(cases[0]?.notes).toStrictEqual([
    'step 1 stays Fail, which a person set; the run says Pass',
    'it stays Retest, which a person set; the run says Pass',
  ]);
});

test('a test that has got a step gets a row for it, and keeps what a person wrote to the others', async ({ tests }) => {
  const { plan, id } = await published(tests, passing('r1'));
  const longer = sampleResults('r2', sampleResult('pays', { steps: steps('open the shop', 'choose', 'pay') }));

  await publishTo(tests, longer, { plan: plan.key });
  const [grown] = await casesOf(tests, plan);
  await tests.api('PUT', '/steps/comment', { issueId: id, rowIndex: 0, comment: 'slow today' });
  const more = sampleResults('r3', sampleResult('pays', { steps: steps('open the shop', 'choose', 'pay', 'leave') }));
  const { cases } = await publishTo(tests, more, { plan: plan.key });

  expect(grown?.steps).toStrictEqual(['open the shop: Pass', 'choose: Pass', 'pay: Pass']);
  const [kept] = await casesOf(tests, plan);
  expect(kept?.rows[0]?.comments).toMatchObject([{ body: 'slow today' }]);
  expect(cases[0]?.notes).toStrictEqual(['no row of it is “leave”']);
});

test('a row that a person has worded otherwise is left, and so is its table', async ({ tests }) => {
  const { plan, id } = await published(tests, passing('r1'));
  await tests.api('PUT', '/steps/cell', { issueId: id, rowIndex: 1, columnIndex: 0, cellValue: 'pay, by card' });

  const { cases } = await publishTo(tests, failing('r2'), { plan: plan.key });

  const [shown] = await casesOf(tests, plan);
  expect(shown).toMatchObject({ status: 'Fail', steps: ['open the shop: Pass', 'pay, by card: To do'] });
  expect(shown?.comments).toStrictEqual([expect.stringContaining('pay: expected pay')]);
  expect(cases[0]?.notes).toStrictEqual([]);
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
