import { expect, test } from '@playwright/test';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import type { RunAbout } from '../../../contracts/report/run.js';
import { compareMatrices, renderComparison } from '../../../reports/compare/compare-matrices.js';
import { comparisonPage } from '../../../reports/compare/comparison-page.js';
import type { KnownFailure } from '../../../reports/documents/known-failures.js';
import type { JudgedMatrix } from '../../../reports/documents/matrix.js';
import { judge } from '../../../reports/gate.js';
import type { FinishedRun } from '../../../reports/matrix/build-matrix.js';
import { marks } from '../../../reports/matrix/render-rules.js';
import { judgeRelease } from '../../../reports/release/judge-release.js';
import { compareRuns } from '../../../reports/trend.js';
import {
  asking,
  demandedRules,
  isolatedFake,
  judgedMatrix,
  sampleAbout,
  sampleTest,
  sharedTracker,
} from './sample-run.js';

const all = sampleTest({ title: 'all', rules: demandedRules.filter((id) => id !== 'DT-01') });
const first = sampleTest({ title: 'first', rules: ['DT-01'] });
const failure = { fingerprint: '0123456789ab', shows: 'an entry is missing' };
const failed = { ...first, status: 'failed', error: 'Error: <b>2</b> entries', failure } as const;

function named(label: string, ...tests: readonly FinishedTest[]) {
  return { file: `${label}/rules.json`, matrix: judgedMatrix([all, ...tests], { about: sampleAbout({ label }) }) };
}

const differing = asking(200);
const runs = [named('old', first, asking(409)), named('new', failed, differing), named('newest', failed, differing)];
const compared = compareMatrices(runs);
const view = { width: 100, colours: false, all: false };

test('the text shows what differs or fails, run by run', () => {
  const text = renderComparison(compared, view).join('\n');

  expect(text).toContain('  1  Tracker 9.12.0, build 91200, Server, “old” (isolated), 2026-11-21 14:30 UTC: passed');
  expect(text).toContain('  DT-01     ✓  ✗  ✗  Listing a project by its id');
  expect(text).toContain('DT-01 first in run 2: <b>2</b> entries');
  expect(compared.rules.find(({ id }) => id === 'DT-01')).toMatchObject({ changedIn: [1], answeredDifferently: false });
  const { rules } = compareMatrices([named('old', failed), named('new', first)]);
  const mended = rules.find(({ id }) => id === 'DT-01');
  expect([mended?.changedIn, mended?.brokenSince]).toStrictEqual([[1], undefined]);
  expect(text).toContain('runs 2, 3: 200');
  expect(text).not.toContain('  DT-02 ');
  expect(renderComparison(compared, { ...view, all: true }).join('\n')).toContain('  DT-02 ');
});

test('each state has its own mark, in a line through all runs; what tests said is escaped', () => {
  const signs = Object.values(marks).map(([mark]) => mark);
  const page = comparisonPage(compareMatrices([named('old', first), named('new', failed)]));

  expect(new Set(signs).size).toBe(signs.length);
  expect(page).toMatch(/aria-label="verified, failing"[^]*?title="run 1: verified">✓<[^]*?title="run 2: failing">✗</);
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

const failedOtherwise = { ...failed, failure: { ...failure, fingerprint: 'ba9876543210' } };
const skipped = { ...first, status: 'skipped', reason: 'needs a sandbox' } as const;
const marked = { ...first, status: 'expected failure' } as const;
const idle = sampleTest({ title: 'brand new', rules: ['DT-02'], status: 'not run' });
const good = [all, first];

const aboutOf = (tracker: Partial<RunAbout['tracker']>) => sampleAbout({ version: '9.13.0', ...tracker });

function runOf(tests: readonly FinishedTest[], version = '9.13.0', parts = {}): JudgedMatrix {
  return judgedMatrix(tests, { about: aboutOf({ version }), ...parts });
}

const baseline = runOf(good, '9.12.0');
const failedBefore = runOf([all, failed], '9.12.0');

function answer(candidate: JudgedMatrix, known?: readonly KnownFailure[], before = baseline) {
  const judged = judgeRelease({ candidate, baseline: before, known, today: '2026-11-23' });
  return {
    released: judged.released,
    kinds: judged.reasons.map(({ kind }) => kind),
    texts: judged.reasons.map(({ text }) => text),
    notes: judged.notes,
  };
}

const known: KnownFailure = {
  ...{ rule: 'DT-01', versions: ['9.13.0'], ticket: 'QA-7', owner: 'templates' },
  ...{ since: '2026-11-01', until: '2026-12-01' },
  failures: [{ test: '[default-templates] › specs/sample.spec.ts › first', ...failure }],
};

const withVerdict = (matrix: JudgedMatrix, verdict: Partial<JudgedMatrix['verdict']>): JudgedMatrix => ({
  ...matrix,
  verdict: { ...matrix.verdict, ...verdict },
});
const lenient = (matrix: JudgedMatrix) => withVerdict(matrix, judge(matrix, { rules: ['DT-02'] }));

test('each reason to say no has a sentence', () => {
  const timedOut = { ...failed, failure: undefined };
  const candidate = runOf(good);
  const smaller = { ...candidate, rules: candidate.rules.filter(({ id }) => id !== 'DT-41') };
  const planted = judgedMatrix(good, { about: aboutOf({ defect: 'DT-01-x' }) });
  const failedAsWhole = runOf(good, '9.13.0', { status: 'failed' });
  const onlySelected = withVerdict(candidate, { demands: 'selected' });
  const problem = { kind: 'fixed', text: 'It is fixed.', tests: [] };
  const knownProblems = [problem] as NonNullable<FinishedRun['knownProblems']>;
  const unasked =
    "1 documented rule is not verified, which the candidate's gate asks for (TRACKER_GATE=reachable): DT-01.";
  const missing = { errors: ['A shard is missing.'] };
  const parts = (of: Partial<FinishedRun>) => runOf(good, '9.13.0', of);
  for (const [kinds, text, of, list, before] of [
    ['new failures, verification lost', '1 test fails that is not known.', runOf([all, failed])],
    ['new failures', '', runOf([all, failedOtherwise]), undefined, failedBefore],
    ['new failures', '', runOf([all, timedOut]), undefined, runOf([all, timedOut], '9.12.0')],
    ['tests not run, verification lost', /^1 test ran/, runOf([all, { ...first, status: 'not available' }])],
    ['tests vanished', '1 test of the baseline is gone.', runOf([{ ...all, rules: demandedRules }])],
    ['smaller catalogue', '1 rule of the baseline is gone from the catalogue: DT-41.', smaller],
    ['run not whole', /^The candidate was a run of selected tests, .*: run all of them by/, onlySelected],
    ['run not whole', "The candidate's run was interrupted.", parts({ status: 'interrupted' })],
    ['run not whole', 'A shard is missing.', parts(missing)],
    ['run not whole', 'It has not answered.', parts({ outage: 'It has not answered.' })],
    ['candidate failed', /own verdict is “tests failed”: Playwright ended the run as failed/, failedAsWhole],
    ['planted defect', /^The candidate ran on a fake with the planted defect DT-01-x/, planted],
    ['another tracker', '', candidate, undefined, runOf(good, '9.12.0', { target: sharedTracker })],
    ['older candidate', '', runOf(good, '9.11.0')],
    ['open questions', '', withVerdict(runOf([...good, asking(200)]), { differs: 'fails' })],
    ['known failures outdated', '', candidate, [known]],
    ['candidate failed', /own verdict is “known failures outdated”: It is fixed\.$/, parts({ knownProblems })],
    ['candidate failed', unasked, runOf([all, skipped]), undefined, runOf([all, skipped], '9.12.0')],
    ['candidate failed', unasked, runOf([all, marked]), undefined, runOf([all, marked], '9.12.0')],
  ] as readonly (readonly [string, string | RegExp, JudgedMatrix, KnownFailure[]?, JudgedMatrix?])[]) {
    const told = answer(of, list, before);
    expect.soft([told.released, told.kinds.join(', ')]).toStrictEqual([false, kinds]);
    expect.soft(told.texts[0], kinds).toMatch(text);
  }
  expect(answer(runOf([all, failed])).texts[1]).toBe('1 documented rule is no longer verified as it was: DT-01.');
  // A list that is in order is named instead.
  expect(answer(runOf(good, '9.13.0', { knownProblems }), [])).toMatchObject({ released: true });
  expect(answer(baseline).texts).toContainEqual(expect.stringMatching(/are the same run/));
  const expired = answer(runOf([all, failed]), [{ ...known, until: '2026-11-22' }]);
  expect(expired.kinds).toContain('known failures outdated');
  const withNew = answer(runOf([all, failed, idle]), [known], failedBefore);
  expect(withNew.released).toBe(false);
  expect(withNew.texts).toContain('1 test that the baseline lacks did not run.');
});

test('a baseline that is not whole says no, as does one of another product, and a retry if the run counts it so', () => {
  const partial = { ...baseline, run: { ...baseline.run, selected: {} } } as JudgedMatrix;
  const none = runOf([sampleTest({ title: 'all', rules: demandedRules, status: 'not run' })], '9.12.0');
  const foreign = judgedMatrix(good, { target: sharedTracker, about: aboutOf({ product: 'Another' }) });
  const onTracker = runOf(good, '9.13.0', { target: sharedTracker });

  expect(answer(runOf(good), undefined, partial).texts[0]).toMatch(/^The baseline was a run of/);
  expect(answer(runOf(good), undefined, none).texts).toContain('No test of the baseline was executed.');
  expect(answer(onTracker, undefined, foreign).kinds).toContain('another tracker');
  const retried = runOf([all, { ...first, status: 'flaky' }]);
  expect(answer(retried).kinds).not.toContain('new failures');
  expect(answer(withVerdict(retried, { flaky: 'fails' })).kinds).toContain('new failures');
});

test('a candidate that is older than the baseline says no: by its version, an extension, or when it ran', () => {
  const of = (version: string, extension: string, startedAt: string) =>
    judgedMatrix(good, { startedAt, about: aboutOf({ version, extensions: { 'directory-sync': extension } }) });
  const [day, before] = ['2026-11-21T00:00:00.000Z', '2026-11-20T00:00:00.000Z'];
  const released = of('9.12.0', '2.0', day);
  for (const [candidate, kinds] of [
    [of('9.9.1', '2.0', day), ['older candidate']],
    [of('9.12.0', '1.10', day), ['older candidate']],
    [of('9.12.0', '2.0', before), ['older candidate']],
    [of('9.12.0', '2.0.1', before), []],
    [of('10.0.0', '1.0', before), []],
    [of('9.12.0-rc2', '2.0', '2026-11-22T00:00:00.000Z'), []],
    [of('9.12', '2', '2026-11-22T00:00:00.000Z'), []],
  ] as const) {
    expect.soft(answer(candidate, undefined, released).kinds).toStrictEqual(kinds);
  }
});

test('a candidate that is as good as the baseline may be released, and all else is a note', () => {
  const other = withVerdict(runOf(good), { demands: 'all' });
  const otherAbout = { ...other.about, profile: '9.12.0, observed 2026-11-20', harnessVersion: '0.2.0' };
  const skippedBefore = lenient(runOf([all, skipped], '9.12.0'));
  const ownFailure = 'The baseline did not pass itself (tests failed): 1 test failed.';
  const neither = '1 documented rule verified in neither run: DT-01.';
  for (const [candidate, notes, list, before] of [
    [runOf(good), []],
    [runOf([all, failed]), ['1 test failed as known: QA-7.'], [known]],
    [runOf([all, failed]), [ownFailure, /^1 test failed as .*, with no ticket/, neither], undefined, failedBefore],
    [lenient(runOf([all, skipped])), [neither], undefined, skippedBefore],
    [
      { ...other, about: otherAbout },
      [
        'The version of tracker-e2e was 0.1.0, and is 0.2.0.',
        'The profile was none, and is 9.12.0, observed 2026-11-20.',
        'TRACKER_GATE was reachable, and is all.',
      ],
    ],
    [runOf(good), [ownFailure], undefined, failedBefore],
  ] as readonly (readonly [JudgedMatrix, (string | RegExp)[], KnownFailure[]?, JudgedMatrix?])[]) {
    const told = answer(candidate, list, before);
    expect.soft(told).toMatchObject({ released: true, texts: [] });
    expect.soft(told.notes).toHaveLength(notes.length);
    for (const [index, note] of notes.entries()) expect.soft(told.notes[index]).toMatch(note);
  }
  expect(answer(runOf([all, skipped]), [known]).notes).toStrictEqual([
    'Known failure DT-01, QA-7: this run does not say whether it still fails: [default-templates] › specs/sample.spec.ts › first (skipped: needs a sandbox)',
  ]);
});
