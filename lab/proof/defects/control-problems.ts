import { stripVTControlCharacters } from 'node:util';
import type { TestCase } from '@playwright/test/reporter';

/**
 * The problems of the control, which runs the suite without a defect in the same way. If a test fails there, no failure
 * proves anything.
 *
 * @param mayBeHidden whether the tracker may hide all that the tests are about: then none runs, and none catches anything
 */
export function controlProblems(tests: readonly TestCase[], mayBeHidden = false): string[] {
  const ran = tests.filter(({ results }) => results.some(({ status }) => status !== 'skipped'));
  if (ran.length === 0 && mayBeHidden) return [];
  if (ran.length === 0) return ['No test ran on a tracker without a defect, so that no failure proves anything.'];
  const failed = ran.filter(
    ({ results }) => results.at(-1)?.status !== 'passed' && results.at(-1)?.status !== 'skipped',
  );
  return failed.map((test) => {
    const title = test.titlePath().slice(3).join(' › ');
    const [line = ''] = stripVTControlCharacters(test.results.at(-1)?.error?.message ?? '').split('\n', 1);
    return `Fails without a defect too: ${title}: ${line}`;
  });
}
