import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { defects as fakeDefects } from './fake/index.js';
import { apiOnly, describeTarget, loadSettings } from './fixtures/index.js';
import { allureOptions } from './reports/allure/allure-options.js';

const settings = loadSettings();
const target = describeTarget(settings);
const output = join(settings.outputDir, target.mode);
const allure = { resultsDir: join(output, 'allure-results'), reportDir: join(output, 'allure-report') };
const defects = fakeDefects.map(({ name, rule, breaks }) => ({ name, rule, breaks }));
const defectRun = join(settings.outputDir, 'defects', target.mode, 'defects.json');
const onSharedFake = target.kind === 'fake' && target.mode === 'shared';

export default defineConfig({
  testDir: 'specs',
  testIgnore: 'harness/**',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  outputDir: `test-results/${target.mode}`,
  ...(onSharedFake && { globalSetup: './fixtures/target/start-shared-fake.ts' }),
  metadata: { target },
  use: apiOnly,
  reporter: [
    [process.stdout.isTTY ? 'line' : 'dot'],
    ['allure-playwright', allureOptions({ resultsDir: allure.resultsDir, target })],
    [
      './reports/matrix-reporter.ts',
      { outputDir: output, gate: settings.gate ?? 'selected', allure, defects, defectRun },
    ],
    ['./reports/tally-reporter.ts', { run: target.name, file: settings.tally }],
  ],
});
