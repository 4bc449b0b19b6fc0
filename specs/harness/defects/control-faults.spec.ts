import { expect, test } from '@playwright/test';
import type { TestCase } from '@playwright/test/reporter';
import { controlProblems } from '../../../proof/defects/control-problems.js';

function ended(status: string): TestCase {
  const results = [{ status, error: { message: 'Error: \u001b[31mnone\u001b[39m\nat a.ts' } }];
  return { results, titlePath: () => ['', '', 'control.spec.ts', 'GET /a', 'lists'] } as unknown as TestCase;
}

test('a suite that passes without a defect, or skips, speaks for the run', () => {
  expect(controlProblems([ended('passed'), ended('skipped')])).toEqual([]);
});

test('a test that fails without a defect speaks against it, and so does a suite that did not run', () => {
  expect(controlProblems([ended('passed'), ended('failed'), ended('timedOut')])).toEqual([
    'Fails without a defect too: GET /a › lists: Error: none',
    'Fails without a defect too: GET /a › lists: Error: none',
  ]);
  const nothing = ['No test ran on a tracker without a defect, so that no failure proves anything.'];
  expect(controlProblems([])).toEqual(nothing);
  expect(controlProblems([ended('skipped')])).toEqual(nothing);
  expect(controlProblems([ended('skipped')], true)).toEqual([]);
});
