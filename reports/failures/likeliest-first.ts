import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { hasFailed } from './easiest-first.js';

/**
 * Failing rules, the one that is likeliest broken first: of whose tests most failed. A broken rule also fails tests of
 * others, which pass elsewhere.
 */
export function likeliestFirst<Row>(rows: readonly Row[], testsOf: (row: Row) => readonly FinishedTest[]): Row[] {
  const failedShare = (row: Row) => {
    const tests = testsOf(row);
    return tests.filter(hasFailed).length / tests.length;
  };
  return rows.toSorted((one, other) => failedShare(other) - failedShare(one));
}
