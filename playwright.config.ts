import { defineConfig } from '@playwright/test';
import { defects as fakeDefects } from './fake/index.js';
import { apiOnly, describeTarget, loadSettings, sharedFakeSetup } from './fixtures/index.js';
import { trackerReporters } from './reports/tracker-reporters.js';

const settings = loadSettings();
const target = describeTarget(settings);
const defects = fakeDefects.map(({ name, rule, breaks }) => ({ name, rule, breaks }));

export default defineConfig({
  testDir: 'specs',
  testIgnore: 'harness/**',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  outputDir: `test-results/${target.mode}`,
  ...sharedFakeSetup(settings),
  metadata: { target },
  use: apiOnly,
  reporter: trackerReporters(settings, target, { defects }),
});
