import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { RuleRow } from '../../contracts/report/matrix.js';
import { hasFailed, isSequence } from './easiest-first.js';

/**
 * The failing rules, the one that is likeliest broken first: it has most failed tests, of which one of several rules
 * counts less. Sequences of calls do not count, as a broken rule fails those of any.
 */
export function likeliestFirst(rules: readonly RuleRow[], tests: readonly FinishedTest[]): RuleRow[] {
  const failed = tests.filter((test) => hasFailed(test) && !isSequence(test.error));
  const weights = new Map(failed.map((test) => [test.id, 1 / test.rules.length]));
  const weightOf = (row: RuleRow) => row.tests.reduce((sum, id) => sum + (weights.get(id) ?? 0), 0);
  return rules.filter(({ state }) => state === 'failing').sort((one, other) => weightOf(other) - weightOf(one));
}
