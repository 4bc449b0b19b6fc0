import { defineConfig } from '@playwright/test';
import { apiOnly, describeTarget, loadSettings } from './fixtures/index.js';
import { trackerReporters } from './reports/tracker-reporters.js';

const settings = loadSettings();
const target = describeTarget(settings);
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
  reporter: trackerReporters(settings, target),
});
