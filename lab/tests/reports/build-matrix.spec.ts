import { test, expect } from '@playwright/test';
import { matrixSchema } from '../../../contracts/report/matrix.js';
import { closingLines } from '../../../reports/closing-lines.js';
import { judge } from '../../../reports/gate.js';
import { rowOf, sampleMatrix, sampleTest } from './sample-run.js';

test.describe('the rows of documented rules', () => {
  test('a rule whose tests all passed is verified', () => {
    const tests = [sampleTest({ rules: ['DT-13'] }), sampleTest({ rules: ['DT-13', 'DT-14'] })];
    const row = rowOf(sampleMatrix(tests), 'DT-13');
    expect(row).toMatchObject({
      kind: 'documented',
      api: 'default-templates',
      scope: 'read',
      state: 'verified',
      reasons: [],
    });
    expect(row.tests).toEqual(tests.map(({ id }) => id));
    expect(row.endpoints).toEqual(['GET /template/{templateId} with a body']);
  });

  test('a test that passes without calling an endpoint of the rule verifies nothing', () => {
    const exchanges = { earlier: 0, kept: [], endpoints: ['GET /connection'] };
    const idle = sampleTest({ title: 'looks elsewhere', rules: ['DT-01', 'DT-41'], exchanges });
    const empty = sampleTest({ title: 'is empty', rules: ['DT-41'], exchanges: { ...exchanges, endpoints: [] } });
    const reason = (title: string) => `“${title}” passed without calling an endpoint of the rule`;

    const rows = sampleMatrix([idle, empty]);
    expect(rowOf(rows, 'DT-01')).toMatchObject({ state: 'unverified', reasons: [reason('looks elsewhere')] });
    // Any call is one with credentials.
    expect(rowOf(rows, 'DT-41')).toMatchObject({ state: 'verified in part', reasons: [reason('is empty')] });

    const more = sampleMatrix([idle, sampleTest({ rules: ['DT-01'] })]);
    expect(rowOf(more, 'DT-01')).toMatchObject({
      state: 'verified in part',
      reasons: [reason('looks elsewhere')],
    });
  });

  for (const status of ['skipped', 'not available'] as const) {
    test(`a rule with one passed test and one that is ${status} is verified in part, with the reason`, () => {
      const left = sampleTest({ rules: ['DT-13'], status, reason: 'no service desk' });
      const matrix = sampleMatrix([sampleTest({ rules: ['DT-13'] }), left]);
      expect(rowOf(matrix, 'DT-13')).toMatchObject({ state: 'verified in part', reasons: ['no service desk'] });
      const judged = { ...matrix, verdict: judge(matrix, { rules: 'reachable' }), trend: { missing: '' } };
      expect(closingLines(judged, { matrix: 'rules.html' })).toEqual(
        expect.arrayContaining([
          'Rules      1 verified (1 in part), 0 failing, 40 not verified here, of 41 documented',
          '           - DT-13 verified in part: no service desk',
        ]),
      );
    });
  }

  test('a rule of which a passed test could not see a part is verified in part, with the reason', () => {
    const notSeen = ['Which screen is stored: any passes.'];
    const seen = sampleMatrix([sampleTest({ rules: ['DT-13'] }), sampleTest({ rules: ['DT-13'], notSeen })]);
    expect(rowOf(seen, 'DT-13')).toMatchObject({ state: 'verified in part', reasons: notSeen });
    expect(judge(seen, { rules: ['DT-13'] })).toMatchObject({ verdict: 'passed' });
    expect(judge(seen, { rules: 'all' }).reasons[0]).toContain('DT-01 to DT-41');

    const failed = sampleMatrix([sampleTest({ rules: ['DT-13'], notSeen, status: 'failed', error: 'Error: no' })]);
    expect(rowOf(failed, 'DT-13')).toMatchObject({ state: 'failing', reasons: ['no', ...notSeen] });
  });

  test('one failed test makes a rule fail, with the first line of its error', () => {
    const tests = [
      sampleTest({ rules: ['DT-13'] }),
      sampleTest({ rules: ['DT-13'], status: 'failed', error: 'Error: 2 entries too many\n\nExpected: 1' }),
    ];
    expect(rowOf(sampleMatrix(tests), 'DT-13')).toMatchObject({
      state: 'failing',
      reasons: ['2 entries too many'],
    });
  });

  test('a test that is marked to fail, and did, verifies nothing', () => {
    const matrix = sampleMatrix([sampleTest({ rules: ['DT-13'], status: 'expected failure', title: 'filters' })]);
    expect(rowOf(matrix, 'DT-13')).toMatchObject({ state: 'failing', reasons: ['“filters” is marked to fail'] });
    expect(matrix.totals).toEqual({ passed: 1, failed: 0, flaky: 0, skipped: 0, notRun: 0 });
  });

  test('a rule that was verified on a retry says so', () => {
    const matrix = sampleMatrix([
      sampleTest({ rules: ['DT-13'], status: 'flaky', title: 'filters', error: 'Error: once' }),
    ]);
    expect(rowOf(matrix, 'DT-13')).toMatchObject({ state: 'verified', reasons: ['“filters” passed only on a retry'] });
    expect(matrix.totals).toEqual({ passed: 0, failed: 0, flaky: 1, skipped: 0, notRun: 0 });
  });

  test('a rule is not available if every test of it is, and each reason is given once', () => {
    const reason = 'needs a disposable tracker';
    const tests = [
      sampleTest({ rules: ['DT-32'], status: 'not available', reason }),
      sampleTest({ rules: ['DT-32'], status: 'not available', reason }),
    ];
    expect(rowOf(sampleMatrix(tests), 'DT-32')).toMatchObject({ state: 'not available', reasons: [reason] });
  });

  test('a plain skip beside one that is not available leaves a rule unverified', () => {
    const tests = [
      sampleTest({ rules: ['DT-32'], status: 'not available', reason: 'needs a disposable tracker' }),
      sampleTest({ rules: ['DT-32'], status: 'skipped', reason: 'too slow' }),
    ];
    expect(rowOf(sampleMatrix(tests), 'DT-32')).toMatchObject({
      state: 'unverified',
      reasons: ['needs a disposable tracker', 'too slow'],
    });
  });

  test('a rule without a test is unverified', () => {
    expect(rowOf(sampleMatrix([]), 'DT-13')).toMatchObject({
      state: 'unverified',
      reasons: ['no test covers it'],
      tests: [],
    });
  });

  test('rules of an API that is not covered have a row only if a test covers them', () => {
    const ids = sampleMatrix([sampleTest({ rules: ['AD-01'] })]).rules.map(({ id }) => id);
    expect(ids.filter((id) => !id.startsWith('DT-'))).toEqual(['AD-01']);
  });
});

test.describe('the rows of open questions', () => {
  const expected = 409;

  test('an observation that equals the assumption is as assumed, in any order of keys', () => {
    const observations = [{ rule: 'DT-N05' as const, expected: { a: 1, b: 2 }, observed: { b: 2, a: 1 } }];
    const row = rowOf(sampleMatrix([sampleTest({ rules: ['DT-N05'], observations })]), 'DT-N05');
    expect(row).toMatchObject({ kind: 'assumed', state: 'as assumed', reasons: [] });
  });

  test('a different observation differs, and every distinct one is kept once', () => {
    const observations = [
      { rule: 'DT-N05' as const, expected, observed: 200 },
      { rule: 'DT-N05' as const, expected, observed: 200 },
      { rule: 'DT-N02' as const, expected: 404, observed: 404 },
    ];
    const row = rowOf(sampleMatrix([sampleTest({ rules: ['DT-N05', 'DT-N02'], observations })]), 'DT-N05');
    expect(row).toMatchObject({
      state: 'differs',
      reasons: ['assumed 409, observed 200'],
      observations: [{ expected, observed: 200 }],
    });
  });

  test('a part of a setting that no test could tell is named, one that another test saw is not', () => {
    const rule = 'DT-N07' as const;
    const unclear = ['read', 'change'].map((part) => ({ rule, part, reason: `${part} may be anything.` }));
    const observations = [{ rule, expected: { read: 'X' }, observed: { read: 'X' } }];
    const matrix = sampleMatrix([sampleTest({ rules: [rule], unclear }), sampleTest({ rules: [rule], observations })]);
    expect(rowOf(matrix, rule)).toMatchObject({ state: 'as assumed', reasons: ['change may be anything.'] });
  });

  test('a failed test weighs more than what it observed', () => {
    const observations = [{ rule: 'DT-N05' as const, expected, observed: 200 }];
    const failed = sampleTest({ rules: ['DT-N05'], observations, status: 'failed', error: 'Error: refused' });
    expect(rowOf(sampleMatrix([failed]), 'DT-N05')).toMatchObject({ state: 'failing', reasons: ['refused'] });
  });
});

test.describe('the view by endpoint', () => {
  const title = 'GET /template/{templateId}';

  test('counts the tests about an endpoint', () => {
    const tests = [sampleTest({ endpoints: [title] }), sampleTest({ endpoints: [title], status: 'failed' })];
    expect(sampleMatrix(tests).endpoints.find((row) => row.title === title)).toMatchObject({
      api: 'default-templates',
      tests: tests.map(({ id }) => id),
      totals: { passed: 1, failed: 1, flaky: 0, skipped: 0, notRun: 0 },
    });
  });

  test('leaves out a test of another API whose endpoint has the same title', () => {
    const row = sampleMatrix([sampleTest({ endpoints: [title], rules: ['AD-01'] })]).endpoints.find(
      (one) => one.title === title,
    );
    expect(row?.tests).toEqual([]);
  });

  test("has a row for every endpoint of a covered API and none for the tracker's own", () => {
    const { endpoints } = sampleMatrix([]);
    expect(endpoints).toHaveLength(15);
    expect(endpoints.filter(({ api }) => api !== 'default-templates')).toEqual([]);
  });
});

test('a matrix is what its schema says', () => {
  const matrix = sampleMatrix([sampleTest({ rules: ['DT-13'], status: 'failed', error: 'Error: no' })]);
  expect(matrixSchema.parse(matrix)).toEqual(matrix);
});
