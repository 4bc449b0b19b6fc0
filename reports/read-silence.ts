import type { TestCase } from '@playwright/test/reporter';
import { annotationTypes } from '../contracts/report/annotations.js';

/** Since when the tracker has not answered, and how many tests were not run for that; undefined where it answered. */
export function readSilence(tests: readonly TestCase[]): string | undefined {
  const silent = tests.filter((test) => reasonsIn(test).length > 0);
  const [reason] = silent.flatMap(reasonsIn);
  if (reason === undefined) return undefined;
  const left = silent.filter((test) => test.outcome() === 'skipped').length;
  return `${reason} ${left === 1 ? '1 test was' : `${String(left)} tests were`} not run for that.`;
}

function reasonsIn({ results }: TestCase): string[] {
  return results
    .flatMap(({ annotations }) => annotations)
    .filter(({ type }) => type === annotationTypes.silent)
    .map(({ description = '' }) => description);
}
