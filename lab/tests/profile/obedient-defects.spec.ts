import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const ROOT = join(import.meta.dirname, '../../..');

test('defects are caught on top of an obedient tracker', async ({}, testInfo) => {
  // Processes start slowly on a machine that is busy.
  test.setTimeout(180_000);
  const words = ['DT-13', 'AD-05', 'TM-08', '--mode', 'isolated', '--obedient', '3'];
  const { PATH, HOME, SystemRoot } = process.env;
  const env = { PATH, HOME, SystemRoot, TRACKER_OUTPUT: testInfo.outputPath('reports') };
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'lab/proof/defects/main.ts', ...words],
      { cwd: ROOT, env, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => resolve(`${stdout}${stderr}${error === null ? 'It ended with 0.' : ''}`),
    );
  });

  expect(output).toMatch(/(\d+) defects of 3 rules: \1 caught/);
  expect(output).toContain('It ended with 0.');
});
