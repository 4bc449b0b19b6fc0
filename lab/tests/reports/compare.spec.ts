import { expect, test } from '@playwright/test';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import type { JudgedMatrix } from '../../../reports/documents/matrix.js';
import { compareMatrices, renderComparison } from '../../../reports/compare/compare-matrices.js';
import { comparisonPage } from '../../../reports/compare/comparison-page.js';
import { marks } from '../../../reports/matrix/render-rules.js';
import { compareRuns } from '../../../reports/trend.js';
import { asking, demandedRules, isolatedFake, judgedMatrix, sampleAbout, sampleTest } from './sample-run.js';

const others = sampleTest({ rules: demandedRules.filter((id) => id !== 'DT-01') });
const good = sampleTest({ rules: ['DT-01'] });
const bad = sampleTest({ rules: ['DT-01'], status: 'failed', error: 'Error: <b>2</b> entries' });

function runOf(label: string, tests: readonly FinishedTest[]) {
  return { file: `${label}/rules.json`, matrix: judgedMatrix([others, ...tests], { about: sampleAbout({ label }) }) };
}

const runs = [runOf('old', [good, asking(409)]), runOf('new', [bad, asking(200)]), runOf('newest', [bad, asking(200)])];
const compared = compareMatrices(runs);
const view = { width: 100, colours: false, all: false };

test('the text shows what differs or fails, run by run', () => {
  const text = renderComparison(compared, view).join('\n');

  expect(text).toContain('  1  Tracker 9.12.0, build 91200, Server, “old” (isolated), 2026-11-21 14:30 UTC: passed');
  expect(text).toContain('  DT-01     ✓  ✗  ✗  Listing a project by its id');
  expect(text).toContain('DT-01 first in run 2: <b>2</b> entries');
  expect(compared.rules.find(({ id }) => id === 'DT-01')).toMatchObject({ changedIn: [1], answeredDifferently: false });
  const mended = compareMatrices([runOf('old', [bad]), runOf('new', [good])]).rules.find(({ id }) => id === 'DT-01');
  expect([mended?.changedIn, mended?.brokenSince]).toStrictEqual([[1], undefined]);
  expect(text).toContain('runs 2, 3: 200');
  expect(text).not.toContain('  DT-02 ');
  expect(renderComparison(compared, { ...view, all: true }).join('\n')).toContain('  DT-02 ');
});

test('each state has its own mark, in a line through all runs; what tests said is escaped', () => {
  const signs = Object.values(marks).map(([mark]) => mark);
  const page = comparisonPage(compareMatrices([runOf('old', [good]), runOf('new', [bad])]));

  expect(new Set(signs).size).toBe(signs.length);
  expect(page).toMatch(/aria-label="verified, failing"[^]*?title="run 1: verified">✓<[^]*?title="run 2: failing">✗</);
  expect(page).toContain('first broken in run 2');
  expect(page).toContain('&lt;b&gt;2&lt;/b&gt; entries');
  expect(page).not.toContain('<b>2</b> entries');
});

test.describe('the trend since the run before', () => {
  const passed = sampleTest({ rules: ['DT-13'] });
  const [failed, skipped, unavailable] = (['failed', 'skipped', 'not available'] as const).map(
    (status): FinishedTest => ({ ...passed, status }),
  ) as [FinishedTest, FinishedTest, FinishedTest];
  const nothing = { worse: [], better: [], rulesAdded: [], rulesRemoved: [], testsAdded: 0, testsRemoved: 0 };

  test('names rules that are worse or better, which one whose tests do not run is not', () => {
    const { name } = isolatedFake;
    const totals = { passed: 1, failed: 0, flaky: 0, skipped: 0, notRun: 0 };
    const startedAt = '2026-11-21T14:30:05.000Z';
    const change = (from: string, to: string) => [{ rule: 'DT-13', from, to }];

    expect(compareRuns(judgedMatrix([passed]), judgedMatrix([passed]))).toStrictEqual({
      ...{ previous: { startedAt, name, totals }, selected: false },
      ...nothing,
    });
    for (const [before, now, changes] of [
      [passed, failed, { worse: change('verified', 'failing') }],
      [failed, passed, { better: change('failing', 'verified') }],
      [passed, unavailable, { worse: change('verified', 'not available') }],
      [unavailable, passed, { better: change('not available', 'verified') }],
      [skipped, unavailable, {}],
      [unavailable, skipped, {}],
      [failed, skipped, {}],
      [failed, unavailable, {}],
    ] as const) {
      const { worse, better } = { ...nothing, ...changes };
      expect.soft(compareRuns(judgedMatrix([now]), judgedMatrix([before]))).toMatchObject({ worse, better });
    }
  });

  test('names tests and rules that are new or gone, but not those that a run of selected tests left out', () => {
    const other = sampleTest({ rules: ['DT-13', 'AD-01'] });
    const [one, both] = [judgedMatrix([passed]), judgedMatrix([passed, other])];
    const all = judgedMatrix([passed, sampleTest({ rules: ['DT-14'] })]);
    const some = judgedMatrix([failed]);
    const selected: JudgedMatrix = { ...some, verdict: { ...some.verdict, demands: 'selected' } };

    expect(compareRuns(both, one)).toMatchObject({ ...nothing, rulesAdded: ['AD-01'], testsAdded: 1 });
    expect(compareRuns(one, both)).toMatchObject({ ...nothing, rulesRemoved: ['AD-01'], testsRemoved: 1 });
    const worse = [{ rule: 'DT-13', from: 'verified', to: 'failing' }];
    expect(compareRuns(selected, all)).toMatchObject({ ...nothing, selected: true, worse });
  });
});
