import type { TestDetails } from '@playwright/test';
import { testCaseAnnotation } from '../contracts/report/results.js';

/**
 * The details of a test that belongs to test cases of the tracker. Each key is that of a test case template, or of a
 * case: the result goes to the case of that template in the plan of the release.
 *
 * @example
 * test('pays by card', testCase('QA-12'), async ({ page }) => { … });
 */
export function testCase(first: string, ...more: readonly string[]): TestDetails {
  return {
    annotation: [first, ...more].map((key) => {
      if (!/^[A-Z][A-Z0-9_]*-\d+$/.test(key)) {
        throw new Error(`testCase('${key}') names no test case: write the key of an issue, such as QA-12.`);
      }
      return { type: testCaseAnnotation, description: key };
    }),
  };
}
