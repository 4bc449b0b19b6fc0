import { defineConfig } from '@playwright/test';
import type { ResultsReporterOptions } from 'tracker-e2e/results';

const results: ResultsReporterOptions = { file: process.env['RESULTS_FILE'] ?? 'results.json' };

/** A suite of browser tests whose results go to a test plan: `npx tracker-e2e publish results.json --plan QA-50`. */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  retries: 1,
  reporter: [['line'], ['blob'], ['tracker-e2e/results', results]],
  use: { browserName: 'chromium' },
});
