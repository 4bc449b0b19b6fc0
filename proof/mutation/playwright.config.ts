import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { ANY_END_EXPECTED, apiOnly } from '../../fixtures/index.js';
import { collectCoverage } from './collect-coverage.js';
import { COVERAGE_FOLDER, MUTANT_SPECS } from './plan.js';

/**
 * The suite as the tests of a mutation run, each test on a tracker of its own: once as it is, to see which test reaches
 * which mutant, and then a spec file for each mutant. The workers read this file too, so it is here that they begin to
 * write down what they scope.
 */
const coverageFolder = process.env[COVERAGE_FOLDER];
if (coverageFolder !== undefined) collectCoverage(coverageFolder);

// Loaded by a test, what runs on load would count as reached by that test, and stay mutated for all that come after it.
await import('../../fake/index.js');

const root = join(import.meta.dirname, '../..');
const mutants = process.env[MUTANT_SPECS];

export default defineConfig({
  ...(mutants === undefined
    ? { testDir: join(root, 'specs'), testIgnore: 'harness/**', fullyParallel: true }
    : { testDir: mutants, respectGitIgnore: false, timeout: 10_000, metadata: { [ANY_END_EXPECTED]: true } }),
  workers: 2,
  outputDir: join(root, 'test-results/mutation'),
  use: apiOnly,
});
