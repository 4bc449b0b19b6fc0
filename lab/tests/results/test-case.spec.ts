import { expect, test } from '@playwright/test';
import { covers } from '../../../fixtures/reporting/test-details.js';
import { testCase } from '../../../reports/results/test-case.js';

test('a test names its cases beside the rules and tags that it has', () => {
  const rules = covers('DT-22');
  const own = { tag: '@smoke', annotation: { type: 'issue', description: 'QA-7' } };

  expect(testCase('QA-12', 'QA-13')).toEqual({ tag: [], annotation: [caseOf('QA-12'), caseOf('QA-13')] });
  expect(testCase('QA-12', rules, own)).toEqual({
    tag: ['@DT-22', '@smoke'],
    annotation: [...[rules.annotation ?? []].flat(), own.annotation, caseOf('QA-12')],
  });
});

test('what is no key of an issue is refused', () => {
  expect(() => testCase('pays by card')).toThrow("testCase('pays by card') names no test case");
});

function caseOf(description: string) {
  return { type: 'test case', description };
}
