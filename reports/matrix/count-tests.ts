import type { FinishedTest, TestStatus } from '../../contracts/report/finished-test.js';
import type { Totals } from '../../contracts/report/totals.js';

const countedAs: Record<TestStatus, keyof Totals> = {
  passed: 'passed',
  'expected failure': 'passed',
  failed: 'failed',
  flaky: 'flaky',
  skipped: 'skipped',
  'not run': 'notRun',
  'not available': 'skipped',
  'known failure': 'known',
};

/** Counts tests by how they ended. */
export function countTests(tests: readonly FinishedTest[]): Totals {
  const totals: Totals = { passed: 0, failed: 0, flaky: 0, skipped: 0, notRun: 0 };
  for (const { status } of tests) totals[countedAs[status]] = (totals[countedAs[status]] ?? 0) + 1;
  return totals;
}
