import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { RuleRow } from '../../contracts/report/matrix.js';

/** Whether a test failed at least once, as it is known to or not. */
export function hasFailed({ status }: FinishedTest): boolean {
  return status === 'failed' || status === 'flaky' || status === 'known failure';
}

/** Whether an error is about the last of several calls that were drawn. */
export function isSequence(error = ''): boolean {
  return error.includes(' in sequence, ');
}

/** Failures in the order in which they are easiest to read: short errors first, those that are cut last. */
export function easiestFirst<Failure>(failures: readonly Failure[], errorOf: (failure: Failure) => string): Failure[] {
  const effort = (failure: Failure) => {
    const error = errorOf(failure);
    return error.endsWith('…') || isSequence(error) ? Number.MAX_SAFE_INTEGER : error.length;
  };
  return failures.toSorted((one, other) => effort(one) - effort(other));
}

/** The failing rules, the likeliest broken first: with most failed tests, where a test of many rules counts less. */
export function likeliestFirst(rules: readonly RuleRow[], tests: readonly FinishedTest[]): RuleRow[] {
  const failed = tests.filter((test) => hasFailed(test) && !isSequence(test.error));
  const weights = new Map(failed.map((test) => [test.id, 1 / test.rules.length]));
  const weightOf = (row: RuleRow) => row.tests.reduce((sum, id) => sum + (weights.get(id) ?? 0), 0);
  return rules.filter(({ state }) => state === 'failing').sort((one, other) => weightOf(other) - weightOf(one));
}
