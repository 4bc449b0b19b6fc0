import { defineConfig } from '@playwright/test';
import { defects as fakeDefects } from './fake/index.js';
import { apiOnly, describeTarget, loadSettings } from './fixtures/index.js';
import { trackerReporters } from './reports/tracker-reporters.js';

const settings = loadSettings();
const target = describeTarget(settings);
const defects = fakeDefects.map(({ name, rule, breaks }) => ({ name, rule, breaks }));
const onSharedFake = target.mode === 'shared' && (settings.remote === undefined || settings.sharedFake);

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
  reporter: trackerReporters(settings, target, { defects }),
});
