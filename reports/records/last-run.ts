import { join } from 'node:path';
import type { FullResult, TestCase } from '@playwright/test/reporter';
import { writeRecord } from './records.js';

/**
 * Writes which tests have failed or did not come to their end, as `--last-failed` of Playwright reads it. Playwright's own
 * file goes if another run begins in the folder, and a merge of shards has none.
 *
 * @throws Error of the system
 */
export function writeLastRun(folder: string, { status }: Pick<FullResult, 'status'>, tests: readonly TestCase[]): void {
  const failedTests = tests.filter((test) => !test.ok() || !cameToEnd(test)).map(({ id }) => id);
  writeRecord(join(folder, 'last-run.json'), { status, failedTests });
}

function cameToEnd({ results }: TestCase): boolean {
  return results.length > 0 && results.at(-1)?.status !== 'interrupted';
}
