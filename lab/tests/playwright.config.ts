import { defineConfig } from '@playwright/test';
import { apiOnly } from '../../fixtures/index.js';
import { slowSpecs } from './slow-specs.js';

/** The harness's own tests. They bring what they need, so no setting reaches them. */
export default defineConfig({
  testDir: '.',
  globalSetup: './built-package.ts',
  fullyParallel: true,
  workers: 3,
  use: apiOnly,
  // A page shows its content late on a machine that is busy.
  expect: { timeout: 20_000 },
  projects: [
    // Processes start slowly on a machine that is busy. Many fast tests wait for a lease; the slow ones start processes.
    { name: 'fast', testIgnore: [...slowSpecs], timeout: 120_000, workers: 3 },
    { name: 'slow', testMatch: [...slowSpecs], timeout: 600_000, workers: 2 },
  ],
  forbidOnly: process.env['CI'] !== undefined,
  outputDir: '../../tracker-output/lab/harness',
  reporter: process.stdout.isTTY ? 'line' : 'dot',
});
