import { expect, test } from '@playwright/test';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import { compareMatrices } from '../../../reports/compare/compare-matrices.js';
import { comparisonPage } from '../../../reports/compare/comparison-page.js';
import { badgeOf, renderBadge } from '../../../reports/compare/make-badge.js';
import { renderComparison } from '../../../reports/compare/render-comparison.js';
import { demandedRules, judgedMatrix, sampleAbout, sampleTest } from './sample-run.js';

const others = sampleTest({ rules: demandedRules.filter((id) => id !== 'DT-01') });
const good = sampleTest({ rules: ['DT-01'] });
const bad = sampleTest({ rules: ['DT-01'], status: 'failed', error: 'Error: <b>2</b> entries' });

function asking(observed: number): FinishedTest {
  return sampleTest({ rules: ['DT-N05'], observations: [{ rule: 'DT-N05', expected: 409, observed }] });
}

function runOf(label: string, tests: readonly FinishedTest[]) {
  const about = { ...sampleAbout, tracker: { ...sampleAbout.tracker, label } };
  return { file: `${label}/rules.json`, matrix: judgedMatrix([others, ...tests], { about }) };
}

const runs = [runOf('old', [good, asking(409)]), runOf('new', [bad, asking(200)]), runOf('newest', [bad, asking(200)])];
const compared = compareMatrices(runs);
const ruleOf = (id: string) => compared.rules.find((rule) => rule.id === id);
const view = { width: 100, colours: false, all: false };

test('a rule tells since when it is broken, and where it changed', () => {
  expect(ruleOf('DT-01')).toMatchObject({ changedIn: [1], brokenSince: 1, answeredDifferently: false });
  expect(ruleOf('DT-02')).toMatchObject({ changedIn: [], answeredDifferently: false });
  expect(ruleOf('DT-02')).not.toHaveProperty('brokenSince');
});

test('a rule that failed and holds again is not broken', () => {
  const { rules } = compareMatrices([runOf('old', [bad]), runOf('new', [good])]);

  expect(rules.find(({ id }) => id === 'DT-01')).toMatchObject({ changedIn: [1] });
  expect(rules.find(({ id }) => id === 'DT-01')).not.toHaveProperty('brokenSince');
});

test('an open question tells that it is answered differently', () => {
  expect(ruleOf('DT-N05')).toMatchObject({ answeredDifferently: true });
  expect(ruleOf('DT-N05')?.states.map((one) => one?.answers)).toEqual([[409], [200], [200]]);
});

test('the text shows what differs or fails, run by run', () => {
  const text = renderComparison(compared, view).join('\n');

  expect(text).toContain('  1  Tracker 9.12.0, build 91200, Server, “old” (isolated), 2026-11-21 14:30 UTC: passed');
  expect(text).toContain('  DT-01     ✓  ✗  ✗  Listing a project by its id');
  expect(text).toContain('DT-01 first in run 2: <b>2</b> entries');
  expect(text).toContain('runs 2, 3: 200');
  expect(text).not.toContain('  DT-02 ');
  expect(renderComparison(compared, { ...view, all: true }).join('\n')).toContain('  DT-02 ');
});

test('a rule that a run does not have is told', () => {
  const [one] = runs;
  const without = compareMatrices(
    [...runs.slice(0, 1), ...runs.slice(0, 1)].map((run, index) => ({
      ...run,
      matrix: { ...run.matrix, rules: run.matrix.rules.filter(({ id }) => index === 0 || id !== 'DT-02') },
    })),
  );

  expect(one?.matrix.rules.some(({ id }) => id === 'DT-02')).toBe(true);
  expect(renderComparison(without, view).join('\n')).toContain('run 2 lacks DT-02');
});

test('the page has a line through all runs for each rule, and escapes what tests said', () => {
  const page = comparisonPage(compared);

  expect(page).toContain('aria-label="verified, failing, failing"');
  expect(page).toContain('first broken in run 2');
  expect(page).toContain('&lt;b&gt;2&lt;/b&gt; entries');
  expect(page).not.toContain('<b>2</b> entries');
});

test('a badge says how many rules are verified, and by its colour whether the run passed', () => {
  const [passed, failed] = [runs[0], runs[1]].map((run) => badgeOf((run as (typeof runs)[number]).matrix));

  expect(passed).toEqual({
    schemaVersion: 1,
    label: 'rules of old',
    message: '41 of 41 verified',
    color: 'brightgreen',
  });
  expect(failed).toMatchObject({ message: '40 of 41 verified, 1 failing', color: 'red' });
  expect(renderBadge({ schemaVersion: 1, label: 'rules of <x>', message: 'm', color: 'red' })).toContain(
    'rules of &lt;x&gt;: m',
  );
});
