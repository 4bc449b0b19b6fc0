import { expect, test } from '@playwright/test';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import type { KnownFailure } from '../../../contracts/report/known-failures.js';
import type { JudgedMatrix } from '../../../contracts/report/matrix.js';
import { judge } from '../../../reports/gate.js';
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
  const files = { candidate: 'new/rules.json', baseline: 'old/rules.json' };
  const { released, reasons, notes } = judgeRelease({
    candidate,
    baseline: before,
    files,
    known,
    today: '2026-11-23',
  });
  return {
    released,
    kinds: reasons.map(({ kind }) => kind),
    texts: reasons.map(({ text }) => text),
    places: reasons.map(({ file, line }) => `${file}:${line}`),
    notes,
  };
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
  expect(answer(runOf(good))).toEqual({ released: true, kinds: [], texts: [], places: [], notes: [] });
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

test('a new test that did not run says no, though what kept it from running is known', () => {
  const idle = sampleTest({ title: 'brand new', rules: ['DT-02'], status: 'not run' });
  const before = runOf([all, failed], '9.12.0');

  const { released, texts } = answer(runOf([all, failed, idle]), [known], before);

  expect(released).toBe(false);
  expect(texts).toContain('1 test that the baseline lacks did not run.');
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
    notes: [
      'The baseline did not pass itself (tests failed): 1 test failed.',
      expect.stringContaining('1 test failed as in the baseline, with no ticket'),
      '1 documented rule verified in neither run: DT-01.',
    ],
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

test.describe('the own verdict of a candidate says no', () => {
  test('if no test explains it', () => {
    const failedEnd = runOf(good, '9.13.0', { status: 'failed' });

    expect(answer(failedEnd)).toMatchObject({
      released: false,
      kinds: ['candidate failed'],
      texts: [
        expect.stringMatching(/^The candidate's own verdict is “tests failed”: Playwright ended the run as failed/),
      ],
    });
  });

  test('if its gate asks for a rule that is not verified, and was not before', () => {
    const skipped = [all, { ...first, status: 'skipped' as const }];
    const { released, texts } = answer(runOf(skipped), undefined, runOf(skipped, '9.12.0'));

    expect(released).toBe(false);
    expect(texts).toEqual([
      "1 documented rule is not verified, which the candidate's gate asks for (TRACKER_GATE=reachable): DT-01.",
    ]);
  });

  test('if what is known was out of date, until a list that is in order is named', () => {
    const problem = { kind: 'fixed', about: 'DT-01', ticket: 'QA-7', text: 'It is fixed.', tests: [] } as const;
    const candidate = runOf(good, '9.13.0', { knownProblems: [{ ...problem, tests: [] }] });

    expect(answer(candidate).texts).toEqual(["The candidate's own verdict is “known failures outdated”: It is fixed."]);
    expect(answer(candidate, [])).toMatchObject({ released: true });
  });

  test('not if its only failures are known, or those of the baseline', () => {
    expect(answer(runOf([all, failed]), [known]).released).toBe(true);
    expect(answer(runOf([all, failed]), undefined, runOf([all, failed], '9.12.0')).released).toBe(true);
  });
});

test('each kind of reason has a file and a line, from the folder of the repository', () => {
  const spec = 'e2e/specs/sample.spec.ts:3';
  const config = 'e2e/playwright.config.ts:1';
  const strict = runOf([...good, sampleTest({ rules: ['DT-N05'], observations: differingAnswer(200) })]);
  const planted = { ...sampleAbout, tracker: { ...sampleAbout.tracker, version: '9.13.0', defect: 'DT-01-x' } };
  const smaller = runOf(good);
  const reds: readonly [kind: string, places: readonly string[], candidate: JudgedMatrix, KnownFailure[]?][] = [
    ['new failures', [spec, spec], runOf([all, failed])],
    ['verification lost', [spec, spec], runOf([all, { ...first, status: 'skipped' }])],
    ['tests vanished', [spec], runOf([{ ...all, rules: demandedRules }])],
    ['smaller catalogue', [spec], { ...smaller, rules: smaller.rules.filter(({ id }) => id !== 'DT-41') }],
    ['run not whole', [config], runOf(good, '9.13.0', { errors: ['Shard 2 of 2 is missing.'] })],
    ['candidate failed', [config], runOf(good, '9.13.0', { status: 'failed' })],
    ['planted defect', [config], judgedMatrix(good, { about: planted })],
    ['another tracker', [config], runOf(good, '9.13.0', { target: sharedTracker })],
    ['older candidate', [config], runOf(good, '9.11.0')],
    ['open questions', [spec], { ...strict, verdict: { ...strict.verdict, differs: 'fails' } }],
    ['known failures outdated', [config], runOf(good), [known]],
  ];

  expect(reds.map(([, , candidate, list]) => answer(candidate, list).kinds[0])).toEqual(reds.map(([kind]) => kind));
  expect(reds.map(([, , candidate, list]) => answer(candidate, list).places)).toEqual(reds.map(([, places]) => places));
});

test('a run whose configuration is in no repository points to its rules.json', () => {
  const { config: _, ...about } = sampleAbout;
  const candidate = judgedMatrix(good, { about, errors: ['Shard 2 of 2 is missing.'] });

  expect(answer(candidate).places[0]).toBe('new/rules.json:1');
});

test.describe('a note is', () => {
  test('a documented rule that neither run verified', () => {
    const skipped = [all, { ...first, status: 'skipped' as const }];
    const lenient = (matrix: JudgedMatrix): JudgedMatrix => ({
      ...matrix,
      verdict: judge(matrix, { rules: ['DT-02'] }),
    });

    expect(answer(lenient(runOf(skipped)), undefined, lenient(runOf(skipped, '9.12.0')))).toMatchObject({
      released: true,
      notes: ['1 documented rule verified in neither run: DT-01.'],
    });
  });

  test('an open question that is answered differently', () => {
    const asking = (observed: number) =>
      sampleTest({ title: 'asks', rules: ['DT-N05'], observations: differingAnswer(observed) });
    const before = runOf([...good, asking(409)], '9.12.0');

    expect(answer(runOf([...good, asking(200)]), undefined, before)).toMatchObject({
      released: true,
      notes: ['1 open question answered differently than in the baseline: DT-N05 (was 409, is 200).'],
    });
  });

  test('another profile, another tracker-e2e, another gate', () => {
    const candidate = runOf(good);
    const other: JudgedMatrix = {
      ...candidate,
      about: { ...candidate.about, profile: '9.12.0, observed 2026-11-20', harnessVersion: '0.2.0' },
      verdict: { ...candidate.verdict, demands: 'all' },
    };

    expect(answer(other)).toMatchObject({
      released: true,
      notes: [
        'The version of tracker-e2e was 0.1.0, and is 0.2.0.',
        'The profile was none, and is 9.12.0, observed 2026-11-20.',
        'TRACKER_GATE was reachable, and is all.',
      ],
    });
  });

  test('a baseline that did not pass itself', () => {
    const before = runOf([all, failed], '9.12.0');

    expect(answer(runOf(good), undefined, before).notes).toEqual([
      'The baseline did not pass itself (tests failed): 1 test failed.',
    ]);
  });

  test('an entry of a known failure whose test was skipped', () => {
    const skipped = { ...first, status: 'skipped' as const, reason: 'needs a sandbox' };

    expect(answer(runOf([all, skipped]), [known]).notes).toEqual([
      'Known failure DT-01, QA-7: this run does not say whether it still fails: [default-templates] › specs/sample.spec.ts › first (skipped: needs a sandbox)',
    ]);
  });
});

function differingAnswer(observed: number): FinishedTest['observations'] {
  return [{ rule: 'DT-N05', expected: 409, observed }];
}
