import type { TestCase } from '@playwright/test/reporter';
import { annotationTypes } from '../contracts/report/annotations.js';

/** Why the tracker could not be used any more, and how many tests were not run for that; undefined if it could be. */
export function readOutage(tests: readonly TestCase[]): string | undefined {
  const reasons = new Set(tests.flatMap(reasonsIn));
  if (reasons.size === 0) return undefined;
  return [...reasons].map((reason) => `${reason} ${notRunFor(reason, tests)}`).join(' ');
}

function notRunFor(reason: string, tests: readonly TestCase[]): string {
  const left = tests.filter((test) => test.outcome() === 'skipped' && reasonsIn(test).includes(reason)).length;
  return `${left === 1 ? '1 test was' : `${String(left)} tests were`} not run for that.`;
}

function reasonsIn({ results }: TestCase): string[] {
  return results
    .flatMap(({ annotations }) => annotations)
    .filter(({ type }) => type === annotationTypes.outage)
    .map(({ description = '' }) => description);
}
