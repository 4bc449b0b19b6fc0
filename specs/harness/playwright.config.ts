import { defineConfig } from '@playwright/test';

/** The harness's own tests. They bring what they need, so no setting reaches them. */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  outputDir: '../../test-results/harness',
  reporter: [
    [process.stdout.isTTY ? 'line' : 'dot'],
    ['../../reports/tally-reporter.ts', { run: 'harness', file: process.env['TRACKER_TALLY'] }],
  ],
});
