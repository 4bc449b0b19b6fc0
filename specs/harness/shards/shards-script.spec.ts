import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { judgedMatrixSchema } from '../../../contracts/index.js';
import { withoutSettings } from '../../../proof/playwright/without-settings.js';

// Three processes of Playwright start in it.
test.describe.configure({ timeout: 200_000 });

interface Ending {
  readonly code: number;
  readonly output: string;
  readonly reports: string;
}

/** Runs `npm run shards` in a process of its own. */
function runShards(testInfo: TestInfo, ...args: readonly string[]): Promise<Ending> {
  const reports = testInfo.outputPath('reports');
  const env = { ...withoutSettings(process.env), NO_COLOR: '1', TRACKER_OUTPUT: reports };
  return new Promise((resolve) => {
    const words = ['--import', 'tsx', 'proof/shards.ts', ...args];
    const child = execFile(process.execPath, words, { env }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr, reports });
    });
  });
}

test('two shards of some tests on a tracker others use are merged into one run with one verdict', async ({}, testInfo) => {
  const { code, output, reports } = await runShards(testInfo, '2', '--shared', '--grep', '@(DT-02|TM-26)(?!\\d)');

  expect(code, output).toBe(0);
  expect(output.match(/=== shard \d of 2 ended with 0 ===/g)).toHaveLength(2);
  expect(output.trimEnd().split('\n').at(-1)).toMatch(/^\d+ passed, 0 failed, \d+ skipped$/);
  const merged = join(reports, 'merged');
  const matrix = judgedMatrixSchema.parse(JSON.parse(readFileSync(join(merged, 'rules.json'), 'utf8')));
  expect(matrix).toMatchObject({ target: { mode: 'shared' }, verdict: { verdict: 'passed' } });
  expect(existsSync(join(merged, 'html/index.html'))).toBe(true);
  expect(existsSync(join(merged, 'allure-report/index.html'))).toBe(true);
});

test('a number of shards that is none ends with 2', async ({}, testInfo) => {
  const { code, output } = await runShards(testInfo, 'four');

  expect(code).toBe(2);
  expect(output.trim()).toBe('Say how many shards there are to be, for example: npm run shards -- 4');
});
