import { test, expect } from '@playwright/test';
import { catalogueVersion } from '../../../contracts/index.js';
import { closingLines } from '../../../reports/closing-lines.js';
import { renderText } from '../../../reports/matrix/render-text.js';
import { demandedRules, judgedMatrix, openQuestions, sampleTest, sharedTracker } from './sample-run.js';

const tests = [
  sampleTest({ rules: demandedRules.slice(3) }),
  sampleTest({ rules: ['DT-01'], status: 'failed', title: 'lists', error: 'Error: 2 entries\n\nExpected: 1' }),
  sampleTest({
    rules: ['DT-02', 'DT-03'],
    status: 'not available',
    title: 'lists by key',
    reason: 'needs a second project',
  }),
  sampleTest({ rules: ['DT-N05'], observations: [{ rule: 'DT-N05', expected: 409, observed: 200 }] }),
];
const matrix = judgedMatrix(tests, { target: sharedTracker });

test('the text names the tracker, the verdict and every rule with its tests', () => {
  const text = renderText(matrix);
  expect(text).toContain(
    [
      'Rule matrix of https://tracker.example.com/jira',
      '2026-11-21 14:30 UTC, 12.3 s: 2 passed, 1 failed, 1 skipped',
      'Tracker: Tracker 9.12.0, build 91200, Server',
      `Rule catalogue: ${catalogueVersion}, tracker-e2e 0.1.0`,
      'Repeat it: TRACKER_SEED=1 npx tracker-e2e run',
      'Verdict: tests failed',
      '  1 test failed.',
    ].join('\n'),
  );
  expect(text).toContain(
    [
      '  DT-01   failing       Listing a project by its id gives exactly the entries of that project.',
      '                        why: 2 entries',
      '                        - failed: lists (specs/sample.spec.ts:3)',
      '                          Error: 2 entries',
    ].join('\n'),
  );
  expect(text).toContain('  DT-N05  differs ');
  expect(text).toContain('POST /transition/{transitionId}');
});

test('a run ends with the tracker, the rules, the reports, the verdict and the counts', () => {
  expect(
    closingLines(matrix, { matrix: 'tracker-output/rules.html', allure: 'tracker-output/allure/index.html' }),
  ).toEqual([
    '',
    'Tracker    https://tracker.example.com/jira',
    '           Tracker 9.12.0, build 91200, Server',
    'Rules      38 verified, 1 failing, 2 not verified here, of 41 documented',
    '           - DT-01 failing: 2 entries',
    '           - DT-02, DT-03 not available: needs a second project',
    `Assumed    0 as assumed, 1 different, ${openQuestions - 1} not found out, of ${openQuestions} open questions`,
    '           - DT-N05 assumed 409, observed 200',
    'Allure     tracker-output/allure/index.html',
    'Matrix     tracker-output/rules.html',
    'Verdict    tests failed',
    '           - 1 test failed.',
    '',
    '2 passed, 1 failed, 1 skipped',
  ]);
});
