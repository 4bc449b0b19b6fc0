import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { apiOnly } from '../../fixtures/index.js';
import { collectCoverage } from './collect-coverage.js';
import { COVERAGE_FOLDER } from './environment.js';

/**
 * The suite as the tests of a mutation run: each test on a tracker of its own. The workers read this file too, so it is
 * here that they begin to write down which test reaches which mutant.
 */
const coverageFolder = process.env[COVERAGE_FOLDER];
if (coverageFolder !== undefined) collectCoverage(coverageFolder);

const root = join(import.meta.dirname, '../..');

export default defineConfig({
  testDir: join(root, 'specs'),
  testIgnore: 'harness/**',
  fullyParallel: true,
  timeout: 30_000,
  outputDir: join(root, 'test-results/mutation', String(process.pid)),
  use: apiOnly,
});
