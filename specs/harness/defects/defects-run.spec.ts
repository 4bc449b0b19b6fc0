import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { defectMatrixSchema } from '../../../contracts/report/defect-matrix.js';

// The whole suite runs in it as a control.
test.describe.configure({ timeout: 400_000 });

interface Ending {
  readonly code: number;
  readonly output: string;
  readonly file: string;
  readonly runTotals: string;
}

/** Runs `npm run defects` in a process of its own. */
function runDefects(testInfo: TestInfo, ...args: readonly string[]): Promise<Ending> {
  const { PATH, HOME, SystemRoot } = process.env;
  const [reports, runTotals] = [testInfo.outputPath('reports'), testInfo.outputPath('runTotals')];
  const env = { PATH, HOME, SystemRoot, NO_COLOR: '1', TRACKER_OUTPUT: reports, TRACKER_RUN_TOTALS: runTotals };
  return new Promise((resolve) => {
    const words = ['--import', 'tsx', 'proof/defects/main.ts', ...args];
    const child = execFile(process.execPath, words, { env, maxBuffer: 2 ** 26 }, (_error, stdout, stderr) => {
      const file = join(reports, 'defects/isolated/defects.json');
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr, file, runTotals });
    });
  });
}

test('a run against some defects says which test caught each, after the suite has passed without one', async ({}, testInfo) => {
  const { code, output, file, runTotals } = await runDefects(testInfo, 'DT-02', '--mode', 'isolated');

  expect(code, output).toBe(0);
  expect(output).toContain('2 defects of 1 rules: 2 caught, 0 survived, 0 broke');
  const { defects } = defectMatrixSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(defects).toMatchObject([
    { name: 'DT-02-key-answers-nothing', state: 'caught', ran: 1 },
    { name: 'DT-02-key-leaves-out-request-types', state: 'caught', ran: 1 },
  ]);
  const [caughtBy] = defects[0]?.caughtBy ?? [];
  const source = readFileSync(caughtBy?.file ?? '', 'utf8').split('\n');
  expect(source.slice((caughtBy?.line ?? 0) - 1).join('\n')).toMatch(/^ *test\(\s*'lists by key what it lists by id'/);
  expect(JSON.parse(readFileSync(runTotals, 'utf8'))).toEqual({
    run: 'defects (isolated)',
    passed: 2,
    failed: 0,
    skipped: 0,
  });
});

test('a name that is no defect ends with 2 before anything runs', async ({}, testInfo) => {
  const { code, output } = await runDefects(testInfo, 'DT-02', 'DT-99');

  expect(code).toBe(2);
  expect(output.trim()).toBe(
    "There is no defect of 'DT-99'. Name documented rules such as DT-02, or APIs: DT, AD, TM.",
  );
});
