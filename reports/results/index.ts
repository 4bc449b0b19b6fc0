import type { TestDetails } from '@playwright/test';
import { issueKeyPattern, testCaseAnnotation } from '../documents/results.js';

/** The reporter that takes results to a test plan, and how a test names its test case. */
export { default } from './results-reporter.js';
export type { ResultsReporterOptions } from './results-reporter.js';

/**
 * The details of a test that belongs to test cases of the tracker. Each key names a case, or a test case template:
 * then the result goes to the case of that template in the plan of the release.
 *
 * @param more further keys, and other details of the test: its tags and annotations stay
 * @example
 * test('pays by card', testCase('QA-12'), async ({ page }) => { … });
 * test('removes nothing else', testCase('QA-13', covers('DT-22')), async ({ defaultTemplates }) => { … });
 */
export function testCase(first: string, ...more: readonly (string | TestDetails)[]): TestDetails {
  const given = [first, ...more];
  const details = given.filter((one) => typeof one !== 'string');
  const keys = given.filter((one) => typeof one === 'string');
  return {
    tag: details.flatMap(({ tag = [] }) => tag),
    annotation: [...details.flatMap(({ annotation = [] }) => annotation), ...keys.map(annotationFor)],
  };
}

function annotationFor(key: string) {
  if (!issueKeyPattern.test(key)) {
    throw new Error(`testCase('${key}') names no test case: write the key of an issue, such as QA-12.`);
  }
  return { type: testCaseAnnotation, description: key };
}
