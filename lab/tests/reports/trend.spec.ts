import { writeFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import type { JudgedMatrix } from '../../../contracts/report/matrix.js';
import { compareRuns, readPreviousRun } from '../../../reports/trend.js';
import { judgedMatrix, isolatedFake, sampleTest, sharedTracker } from './sample-run.js';

const passed = sampleTest({ rules: ['DT-13'] });
const failed: FinishedTest = { ...passed, status: 'failed' };

/** The same run, of selected tests. */
function selected(matrix: JudgedMatrix): JudgedMatrix {
  return { ...matrix, verdict: { ...matrix.verdict, demands: 'selected' } };
}

test.describe('the comparison of two runs', () => {
  const nothing = { worse: [], better: [], rulesAdded: [], rulesRemoved: [], testsAdded: [], testsRemoved: [] };

  test('a run like the one before has changed nothing', () => {
    expect(compareRuns(judgedMatrix([passed]), judgedMatrix([passed]))).toEqual({
      previous: {
        startedAt: '2026-11-21T14:30:05.000Z',
        name: isolatedFake.name,
        totals: { passed: 1, failed: 0, flaky: 0, skipped: 0, notRun: 0 },
      },
      selected: false,
      ...nothing,
    });
  });

  test('a rule that fails now is worse, one that failed is better', () => {
    const change = { rule: 'DT-13', from: 'verified', to: 'failing' };
    expect(compareRuns(judgedMatrix([failed]), judgedMatrix([passed]))).toMatchObject({ worse: [change], better: [] });
    expect(compareRuns(judgedMatrix([passed]), judgedMatrix([failed]))).toMatchObject({
      worse: [],
      better: [{ rule: 'DT-13', from: 'failing', to: 'verified' }],
    });
  });

  test('a rule whose tests do not run is no better than one that is unknown or fails', () => {
    const skipped: FinishedTest = { ...passed, status: 'skipped' };
    const unavailable: FinishedTest = { ...passed, status: 'not available' };
    const of = (before: FinishedTest, now: FinishedTest) => compareRuns(judgedMatrix([now]), judgedMatrix([before]));

    for (const [before, now] of [
      [skipped, unavailable],
      [unavailable, skipped],
      [failed, skipped],
      [failed, unavailable],
    ] as const) {
      expect(of(before, now)).toMatchObject({ worse: [], better: [] });
    }
    expect(of(passed, unavailable)).toMatchObject({ worse: [{ from: 'verified', to: 'not available' }], better: [] });
    expect(of(unavailable, passed)).toMatchObject({ worse: [], better: [{ from: 'not available', to: 'verified' }] });
  });

  test('tests and rules that are new or gone are named', () => {
    const other = sampleTest({ rules: ['DT-13', 'AD-01'], title: 'is new' });
    const names = [{ id: other.id, title: 'is new', file: other.file }];
    const [one, both] = [judgedMatrix([passed]), judgedMatrix([passed, other])];
    expect(compareRuns(both, one)).toMatchObject({ ...nothing, rulesAdded: ['AD-01'], testsAdded: names });
    expect(compareRuns(one, both)).toMatchObject({ ...nothing, rulesRemoved: ['AD-01'], testsRemoved: names });
  });

  test('what a run of selected tests left out has not changed', () => {
    const all = judgedMatrix([passed, sampleTest({ rules: ['DT-14'] })]);
    expect(compareRuns(selected(judgedMatrix([failed])), all)).toMatchObject({
      ...nothing,
      selected: true,
      worse: [{ rule: 'DT-13', from: 'verified', to: 'failing' }],
    });
  });
});

test.describe('the run before', () => {
  const first = 'This is the first run whose report lies here, so there is nothing to compare with.';

  test('is read from what it left', async ({}, testInfo) => {
    const file = testInfo.outputPath('rules.json');
    expect(await readPreviousRun(file, isolatedFake)).toEqual({ missing: first });
    const previous = judgedMatrix([passed]);
    await writeFile(file, JSON.stringify(previous));
    expect(await readPreviousRun(file, { ...isolatedFake, name: 'fake (isolated, seed 2)', seed: 2 })).toEqual(
      previous,
    );
  });

  for (const [what, content] of [
    ['broken', '{"schemaVersion": 1,'],
    ['of an older version', '{"schemaVersion": 1, "rules": []}'],
  ] as const) {
    test(`is left out if its report is ${what}`, async ({}, testInfo) => {
      const file = testInfo.outputPath('rules.json');
      await writeFile(file, content);
      expect(await readPreviousRun(file, isolatedFake)).toEqual({
        missing: 'The report of the previous run can’t be read, or another version wrote it, so nothing is compared.',
      });
    });
  }

  test('is left out if it was against another tracker', async ({}, testInfo) => {
    const file = testInfo.outputPath('rules.json');
    await writeFile(file, JSON.stringify(judgedMatrix([passed], { target: sharedTracker })));
    expect(await readPreviousRun(file, { ...sharedTracker, name: 'https://other.example.com' })).toEqual({
      missing:
        'The previous run was against another tracker, https://tracker.example.com/jira, so nothing is compared.',
    });
  });
});
