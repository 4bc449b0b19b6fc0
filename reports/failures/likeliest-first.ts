import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { RuleRow } from '../../contracts/report/matrix.js';
import { hasFailed, isSequence } from './easiest-first.js';

/**
 * The failing rules, the one that is likeliest broken first: of whose own tests most failed. A broken rule also fails
 * some tests of others, and sequences of calls of any rule.
 */
export function likeliestFirst(rules: readonly RuleRow[], tests: readonly FinishedTest[]): RuleRow[] {
  const own = tests.filter((test) => hasFailed(test) && !isSequence(test.error));
  const failed = new Set(own.map(({ id }) => id));
  const failedShare = (row: RuleRow) => row.tests.filter((id) => failed.has(id)).length / row.tests.length;
  return rules.filter(({ state }) => state === 'failing').sort((one, other) => failedShare(other) - failedShare(one));
}
