import type { TestCase } from '@playwright/test/reporter';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { Records } from './records.js';
import { testKey } from './test-key.js';

/**
 * What a run records of its tests: how long each took that came to its end, and which endpoints each called that passed at
 * once. One that fails has not made all its calls.
 */
export function recordsOf(readings: readonly { readonly testCase: TestCase; readonly test: FinishedTest }[]): Records {
  const ended = readings.filter(({ testCase: { results } }) => results.length > 0 && !wasInterrupted(results));
  const passed = ended.filter(({ test: { status } }) => status === 'passed');
  return {
    durations: Object.fromEntries(ended.map(({ testCase, test }) => [testKey(testCase), Math.round(test.durationMs)])),
    calls: Object.fromEntries(passed.map(({ testCase, test }) => [testKey(testCase), test.exchanges.endpoints])),
  };
}

function wasInterrupted(results: TestCase['results']): boolean {
  return results.some(({ status }) => status === 'interrupted');
}
