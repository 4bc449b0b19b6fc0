import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import suite from '../../playwright.config.js';

const ROOT = join(import.meta.dirname, '../..');

/** The suite as it is, with one more reporter: it says what the time and the requests of the tests were for. */
export default defineConfig({
  ...suite,
  testDir: join(ROOT, 'specs'),
  outputDir: join(ROOT, 'test-results/bench-external/results'),
  reporter: [...(suite.reporter as [string, unknown][]), ['./phases-reporter.ts']],
});
