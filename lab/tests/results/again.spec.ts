import { expect } from '@playwright/test';
import type { Transport } from '../../../fixtures/http/transport.js';
import { judge } from '../../proof/drill/judge.js';
import type { Difference, TrackerState } from '../../proof/drill/judge.js';
import { rowsShownAs } from '../test-management/other-shapes.js';
import { test } from '../test-management/tests-test.js';
import type { TestsTenant } from '../test-management/tests-test.js';
import { casesOf, publishTo, release, sampleResult, sampleResults, steps } from './publish-test.js';

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

/** A tracker whose first searches find nothing yet. */
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

/** How a tracker differs from what it was, save for a plan, its cases and what hangs on them. */
function differencesOutside(before: TrackerState, after: TrackerState, planId: number): Difference[] {
  const issues = (after['issues'] ?? []) as readonly { readonly id: number; readonly parentId?: number | null }[];
  const inside = new Set([planId, ...issues.filter(({ parentId }) => parentId === planId).map(({ id }) => id)]);
  const isInside = (row: Readonly<Record<string, unknown>>) =>
    inside.has(Number(row['issueId'])) || (inside.has(Number(row['id'])) && 'issueTypeId' in row);
  const outside = (state: TrackerState): TrackerState =>
    Object.fromEntries(Object.entries(state).map(([table, rows]) => [table, rows.filter((row) => !isInside(row))]));
  return judge({ before: outside(before), after: outside(after), book: { pages: [], removed: [] }, pages: {} });
}

const stateOf = (tests: TestsTenant): TrackerState =>
  Object.fromEntries(
    Object.entries(tests.tenant.state()).filter(([, rows]) => Array.isArray(rows)),
  ) as unknown as TrackerState;

/** A tenant with a template, whose case a test names, and a run of four tests. */
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

test('a run that was published changes nothing when it is published again', async ({ open }) => {
  const tests = open();
  const { results } = await prepared(tests);
  const plan = await tests.create('Test Plan');
  await publishTo(tests, results, { plan: plan.key });
  const before = tests.tenant.state();

  const report = await publishTo(tests, results, { plan: plan.key });

  expect(report.cases.flatMap(({ changes }) => changes)).toEqual([]);
  expect(tests.tenant.state()).toEqual(before);
});

for (const moment of Array.from({ length: 20 }, (_, index) => index + 1)) {
  test(`killed at moment ${moment} of 20 and published again, each case is there once with its status`, async ({
    open,
  }) => {
    const whole = open();
    const { results: same } = await prepared(whole);
    const { requests } = await publishTo(whole, same, release('1.0'));
    const tests = open();
    const { results, template } = await prepared(tests);
    const before = stateOf(tests);
    const last = Math.floor((requests * moment) / 21);

    await expect(publishTo(tests, results, release('1.0'), cutAfter(last))).rejects.toThrow('killed');
    const report = await publishTo(tests, results, release('1.0'));

    const plan = { key: report.plan.key ?? '' };
    const cases = await casesOf(tests, plan);
    expect(cases.map(({ summary, status, steps: shown }) => ({ summary, status, shown }))).toEqual([
      { summary: 'Test Case Template', status: 'Fail', shown: ['open the shop: Pass', 'pay: Fail'] },
      { summary: 'chromium › shop.spec.ts › passes', status: 'Pass', shown: ['search: Pass', 'find: Pass'] },
      { summary: 'chromium › shop.spec.ts › fails outside of its steps', status: 'Fail', shown: ['search: Pass'] },
      { summary: 'chromium › shop.spec.ts › is skipped', status: 'Open', shown: [] },
    ]);
    expect(cases[0]?.template).toBe(template.key);
    expect(cases[0]?.rows[1]?.comments).toHaveLength(1);
    expect(cases[0]?.rows[1]?.attachments).toHaveLength(1);
    expect(cases.map(({ comments }) => comments.length)).toEqual([0, 0, 1, 0]);
    expect(cases.map(({ links }) => links.length)).toEqual([1, 1, 1, 1]);
    const planId = Number(((await tests.call('GET', `/rest/api/2/issue/${plan.key}`)).body as { id: string }).id);
    expect(differencesOutside(before, stateOf(tests), planId)).toEqual([]);
  });
}

test('killed at any moment of a later run and published again, the case shows the later run', async ({ open }) => {
  const passing = sampleResults('r1', sampleResult('pays', { steps: steps('open', 'pay', 'leave') }));
  const failing = sampleResults('r2', sampleResult('pays', { status: 'failed', steps: steps('open', '!pay') }));
  const after = async (moment: number) => {
    const tests = open();
    const plan = await tests.create('Test Plan');
    await publishTo(tests, passing, { plan: plan.key });
    const attempt = publishTo(tests, failing, { plan: plan.key }, cutAfter(moment));
    const wasKilled = await attempt.then(() => false).catch(() => true);
    await publishTo(tests, failing, { plan: plan.key });
    const [shown] = await casesOf(tests, plan);
    const { status, steps: rows, rows: [, second] = [] } = shown ?? {};
    return { wasKilled, status, rows, told: [second?.comments?.length, second?.attachments?.length] };
  };

  const outcomes = await Promise.all(Array.from({ length: 24 }, (_, moment) => after(moment)));

  const shows = { status: 'Fail', rows: ['open: Pass', 'pay: Fail', 'leave: To do'], told: [1, 1] };
  expect(outcomes.filter(({ wasKilled }) => wasKilled).length).toBeGreaterThan(12);
  expect(outcomes.map(({ wasKilled: _, ...shown }) => shown)).toEqual(outcomes.map(() => shows));
});

test('a tracker that does not tell comments of steps gets each file once', async ({ open }) => {
  const tests = open({ override: rowsShownAs(({ comments: _, ...row }) => row) });
  const { results } = await prepared(tests);
  const plan = await tests.create('Test Plan');
  await publishTo(tests, results, { plan: plan.key });
  const before = tests.tenant.state();

  const more = sampleResults('r1', ...results.tests, sampleResult('of another shard'));
  const { cases } = await publishTo(tests, more, { plan: plan.key });
  const [named] = await casesOf(tests, plan);

  expect(cases.filter(({ changes }) => changes.length > 0).map(({ title }) => title)).toEqual([
    'chromium › shop.spec.ts › of another shard',
  ]);
  expect(named?.rows[1]?.attachments).toHaveLength(1);
  expect(JSON.stringify(tests.tenant.state())).toContain('tracker-e2e-r1-step-2.txt');
  expect(JSON.stringify(before)).toContain('(tracker-e2e run r1)');
});

test('two publishers at once make each case once', async ({ open }) => {
  const tests = open();
  const { results } = await prepared(tests);
  const plan = await tests.create('Test Plan');

  const reports = await Promise.all([1, 2].map(() => publishTo(tests, results, { plan: plan.key })));

  const cases = await casesOf(tests, plan);
  expect(cases.map(({ summary, status }) => `${summary}: ${status}`).toSorted()).toEqual([
    'Test Case Template: Fail',
    'chromium › shop.spec.ts › fails outside of its steps: Fail',
    'chromium › shop.spec.ts › is skipped: Open',
    'chromium › shop.spec.ts › passes: Pass',
  ]);
  expect(reports.flatMap((report) => report.cases).filter(({ problem }) => problem !== undefined)).toEqual([]);
});

test('a case that is there twice is recognized, and the first is kept up to date', async ({ open }) => {
  const tests = open();
  const { results, template } = await prepared(tests);
  const plan = await tests.create('Test Plan');
  await tests.add(plan, template);
  await tests.add(plan, template);

  const { notes } = await publishTo(tests, results, { plan: plan.key });

  const [first, second] = await casesOf(tests, plan);
  expect([first?.status, second?.status]).toEqual(['Fail', 'Open']);
  expect(notes).toEqual([expect.stringMatching(`${second?.key} is the same case as ${first?.key} a second time`)]);
});

test('a tracker that indexes late gets no second plan, and its new cases are read one by one', async ({ open }) => {
  const tests = open();
  const { results } = await prepared(tests);
  const { plan } = await publishTo(tests, results, release('1.0'));
  const before = tests.tenant.state();
  const again = await publishTo(tests, results, { ...release('1.0'), settle: 1 }, findsLate(2));

  expect(again.plan).toMatchObject({ key: plan.key, isNew: false });
  expect(again.cases.flatMap(({ changes }) => changes)).toEqual([]);
  expect(tests.tenant.state()).toEqual(before);
});
