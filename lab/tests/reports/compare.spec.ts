import { expect, test } from '@playwright/test';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import { runsComparedSchema } from '../../../contracts/report/runs-compared.js';
import { compareMatrices } from '../../../reports/compare/compare-matrices.js';
import { comparisonPage } from '../../../reports/compare/comparison-page.js';
import { badgeOf, renderBadge } from '../../../reports/compare/make-badge.js';
import { renderComparison } from '../../../reports/compare/render-comparison.js';
import { marks } from '../../../reports/matrix/render-rules.js';
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

test('each state has its own mark', () => {
  const signs = Object.values(marks).map(([mark]) => mark);

  expect(new Set(signs).size).toBe(signs.length);
  const page = comparisonPage(compareMatrices([runOf('old', [good]), runOf('new', [bad])]));
  expect(page).toMatch(/aria-label="verified, failing"[^]*?>✓<title>run 1: verified<[^]*?>✗<title>run 2: failing</);
});

test('each rule stands in one group: what is broken is not listed as changed too', () => {
  const fails = { ...asking(200), status: 'failed' as const, error: 'Error: 500' };
  const all = compareMatrices([
    runOf('old', [good, asking(409)]),
    runOf('new', [bad, asking(200)]),
    runOf('newest', [bad, fails]),
  ]);

  const [, changed = ''] = /<h2>What changed<\/h2>([^]*?)<\/section>/.exec(comparisonPage(all)) ?? [];
  expect(changed.match(/href="#DT-01"/g)).toHaveLength(1);
  expect(changed.match(/href="#DT-N05"/g)).toHaveLength(1);
  expect(changed).toContain('Broken (2)');
  expect(renderComparison(all, view).join('\n')).not.toContain('Open questions that are answered differently');
});

test('one run, and one rule that is the same, are counted as one', () => {
  const [first] = runs;
  const one = compareMatrices(first === undefined ? [] : [first]);

  expect(comparisonPage(one)).toContain('<title>1 run compared</title>');
  expect(renderComparison({ ...one, rules: one.rules.slice(0, 1) }, view).join('\n')).toContain(
    '1 more is the same in all runs, and none of these fails: see --all',
  );
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

test('a run of selected tests is marked, and says nothing of the other rules', () => {
  const selected = { by: '--grep @DT-01', tests: 1, mayBeNone: false };
  const about = { ...sampleAbout, tracker: { ...sampleAbout.tracker, label: 'some' } };
  const some = { file: 'some/rules.json', matrix: judgedMatrix([good], { about, selected }) };
  const both = compareMatrices([...runs.slice(0, 1), some, ...runs.slice(1)]);
  const text = renderComparison(both, view).join('\n');

  expect(both.rules.find(({ id }) => id === 'DT-01')).toMatchObject({ changedIn: [2] });
  expect(both.rules.find(({ id }) => id === 'DT-02')).toMatchObject({ states: [{}, null, {}, {}], changedIn: [] });
  expect(text).toContain('; SELECTED: 1 test, by --grep @DT-01');
  expect(text).toContain('run 2 was not asked for DT-02 to');
  expect(comparisonPage(both)).toContain('selected: 1 test, by --grep @DT-01');
  expect(badgeOf(some.matrix)).toMatchObject({ message: '1 of 1 selected rules verified' });
  expect(badgeOf(some.matrix).color).not.toBe('brightgreen');
});

test('a run on a planted defect is told by the badge and the list of runs', () => {
  const about = { ...sampleAbout, tracker: { ...sampleAbout.tracker, defect: 'DT-01-x' } };
  const planted = { file: 'x', matrix: judgedMatrix([others, good], { about }) };

  expect(badgeOf(planted.matrix)).toMatchObject({ message: 'planted defect, 41 of 41 verified', color: 'yellow' });
  expect(renderComparison(compareMatrices([planted]), view)[1]).toContain('planted defect DT-01-x');
});

test('what was left out is told', () => {
  const skipped = [{ file: 'old/rules.json', reason: 'it is <old>' }];
  const left = compareMatrices(runs, skipped);

  expect(renderComparison(left, view)).toContain('  left out: old/rules.json, as it is <old>');
  expect(comparisonPage(left)).toContain('Left out: old/rules.json, as it is &lt;old&gt;');
  expect(runsComparedSchema.parse(left)).toEqual(left);
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
