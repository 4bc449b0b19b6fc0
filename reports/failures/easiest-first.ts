import type { FinishedTest } from '../../contracts/report/finished-test.js';

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
