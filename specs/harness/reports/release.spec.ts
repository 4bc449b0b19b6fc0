import { expect, test } from '@playwright/test';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import type { KnownFailure } from '../../../contracts/report/known-failures.js';
import type { JudgedMatrix } from '../../../contracts/report/matrix.js';
import { judgeRelease } from '../../../reports/release/judge-release.js';
import { demandedRules, judgedMatrix, sampleAbout, sampleTest, sharedTracker } from './sample-run.js';

const failure = { fingerprint: '0123456789ab', shows: 'an entry is missing' };
const all = sampleTest({ title: 'all', rules: demandedRules.filter((id) => id !== 'DT-01') });
const first = sampleTest({ title: 'first', rules: ['DT-01'] });
const failed = sampleTest({ title: 'first', rules: ['DT-01'], status: 'failed', failure });
const good = [all, first];

function runOf(tests: readonly FinishedTest[], version = '9.13.0', parts = {}): JudgedMatrix {
  return judgedMatrix(tests, { about: { ...sampleAbout, tracker: { ...sampleAbout.tracker, version } }, ...parts });
}

const baseline = runOf(good, '9.12.0');

function answer(candidate: JudgedMatrix, known?: readonly KnownFailure[], before = baseline) {
  const { released, reasons, notes } = judgeRelease({ candidate, baseline: before, known, today: '2026-11-23' });
  return { released, kinds: reasons.map(({ kind }) => kind), texts: reasons.map(({ text }) => text), notes };
}

const known: KnownFailure = {
  rule: 'DT-01',
  versions: ['9.13.0'],
  ticket: 'QA-7',
  owner: 'templates',
  since: '2026-11-01',
  until: '2026-12-01',
  failures: [{ test: '[default-templates] › specs/sample.spec.ts › first', ...failure }],
};

test('a candidate that is as good as the baseline may be released', () => {
  expect(answer(runOf(good))).toEqual({ released: true, kinds: [], texts: [], notes: [] });
});

test('a baseline that is not whole says no, as does one of another product', () => {
  const selected = { ...baseline, run: { ...baseline.run, selected: {} } } as JudgedMatrix;
  const none = runOf([sampleTest({ title: 'all', rules: demandedRules, status: 'not run' })], '9.12.0');
  const tracker = { ...sampleAbout.tracker, version: '9.12.0', product: 'Another' };
  const foreign = { target: sharedTracker, about: { ...sampleAbout, tracker } };

  expect(answer(runOf(good), undefined, selected).texts).toContainEqual(
    expect.stringMatching(/^The baseline was a run of/),
  );
  expect(answer(runOf(good), undefined, none).texts).toContain('No test of the baseline was executed.');
  expect(
    answer(runOf(good, '9.13.0', { target: sharedTracker }), undefined, judgedMatrix(good, foreign)).kinds,
  ).toContain('another tracker');
});

test('a test that passed on a retry only counts as failed if the run counts it so', () => {
  const flaky = { ...first, status: 'flaky' as const };
  const strict = runOf([all, flaky]);

  expect(answer(strict).kinds).not.toContain('new failures');
  expect(answer({ ...strict, verdict: { ...strict.verdict, flaky: 'fails' } }).kinds).toContain('new failures');
});

test('a run that is its own baseline says no', () => {
  expect(answer(baseline).texts).toContainEqual(expect.stringMatching(/are the same run/));
});

test('a new failure says no, and so does the rule that it takes its verification', () => {
  expect(answer(runOf([all, failed]))).toMatchObject({
    released: false,
    kinds: ['new failures', 'verification lost'],
    texts: ['1 test fails that is not known.', '1 documented rule is no longer verified as it was: DT-01.'],
  });
});

test('a failure that is known lets the candidate pass, and is told', () => {
  expect(answer(runOf([all, failed]), [known])).toMatchObject({
    released: true,
    notes: ['1 test failed as known: QA-7.'],
  });
});

test('a known failure that is fixed, or has expired, says no', () => {
  expect(answer(runOf(good), [known]).kinds).toEqual(['known failures outdated']);
  expect(answer(runOf([all, failed]), [{ ...known, until: '2026-11-22' }]).kinds).toContain('known failures outdated');
});

test('a failure that the baseline has too is no new one, but is told', () => {
  const before = runOf([all, failed], '9.12.0');

  expect(answer(runOf([all, failed]), undefined, before)).toMatchObject({
    released: true,
    notes: [expect.stringContaining('1 test failed as in the baseline, with no ticket')],
  });
  expect(
    answer(runOf([all, { ...failed, failure: { ...failure, fingerprint: 'ba9876543210' } }]), undefined, before).kinds,
  ).toEqual(['new failures']);
});

test('a test that is gone, or did not run, says no', () => {
  expect(answer(runOf([{ ...all, rules: demandedRules }])).texts).toEqual(['1 test of the baseline is gone.']);
  expect(answer(runOf([all, { ...first, status: 'not available' }])).kinds).toEqual([
    'verification lost',
    'tests not run',
  ]);
});

test('a smaller catalogue says no', () => {
  const candidate = runOf(good);
  const smaller = { ...candidate, rules: candidate.rules.filter(({ id }) => id !== 'DT-41') };

  expect(answer(smaller).texts).toEqual(['1 rule of the baseline is gone from the catalogue: DT-41.']);
});

test('a run that was not whole, or broke off, says no', () => {
  const candidate = runOf(good);
  const selected = { ...candidate, verdict: { ...candidate.verdict, demands: 'selected' as const } };

  expect(answer(selected).texts).toEqual([
    'The candidate was a run of selected tests, so nothing is known of the others: run all of them by `tracker-e2e run`.',
  ]);
  expect(answer(runOf(good, '9.13.0', { status: 'interrupted' })).texts).toEqual([
    "The candidate's run was interrupted.",
  ]);
  expect(answer(runOf(good, '9.13.0', { errors: ['Shard 2 of 2 is missing.'] })).texts).toEqual([
    'Shard 2 of 2 is missing.',
  ]);
  expect(answer(runOf(good, '9.13.0', { outage: 'The tracker has not answered.' })).texts).toEqual([
    'The tracker has not answered.',
  ]);
});

test('a run on a planted defect is no release', () => {
  const defect = 'DT-01-last-entry-dropped';
  const tracker = { ...sampleAbout.tracker, version: '9.13.0', defect };
  const { kinds, texts } = answer(judgedMatrix(good, { about: { ...sampleAbout, tracker } }));

  expect(kinds).toEqual(['planted defect']);
  expect(texts[0]).toContain(`The candidate ran on a fake with the planted defect ${defect}`);
});

test('a candidate that is older than the baseline says no: by its version, an extension, or when it ran', () => {
  const of = (version: string, extension: string, startedAt: string) =>
    judgedMatrix(good, {
      startedAt,
      about: {
        ...sampleAbout,
        tracker: { ...sampleAbout.tracker, version, extensions: { 'directory-sync': extension } },
      },
    });
  const [day, before] = ['2026-11-21T00:00:00.000Z', '2026-11-20T00:00:00.000Z'];
  const orders: readonly [candidate: JudgedMatrix, kinds: readonly string[]][] = [
    [of('9.9.1', '2.0', day), ['older candidate']],
    [of('9.12.0', '1.10', day), ['older candidate']],
    [of('9.12.0', '2.0', before), ['older candidate']],
    [of('9.12.0', '2.0.1', before), []],
    [of('10.0.0', '1.0', before), []],
    [of('9.12.0-rc2', '2.0', '2026-11-22T00:00:00.000Z'), []],
  ];
  const released = of('9.12.0', '2.0', day);

  expect(orders.map(([candidate]) => answer(candidate, undefined, released).kinds)).toEqual(
    orders.map(([, kinds]) => kinds),
  );
  expect(answer(of('10.0.0', '1.0', before), undefined, released).notes).toContain(
    'The candidate ran before the baseline did.',
  );
});

test('a failure that nothing tells from others is a new one each time', () => {
  const timedOut = { ...failed, failure: undefined };

  expect(answer(runOf([all, timedOut]), undefined, runOf([all, timedOut], '9.12.0')).kinds).toEqual(['new failures']);
});

test('a run on the fake says nothing of a tracker', () => {
  expect(answer(runOf(good), undefined, runOf(good, '9.12.0', { target: sharedTracker })).kinds).toEqual([
    'another tracker',
  ]);
});

test('two runs of the same version are told', () => {
  expect(answer(runOf(good, '9.12.0')).notes).toEqual([
    expect.stringContaining('Both ran on Tracker 9.12.0, build 91200, Server'),
  ]);
});
