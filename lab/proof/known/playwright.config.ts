import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { apiOnly } from '../../../fixtures/index.js';
import { ANY_END_EXPECTED } from '../../../fixtures/test/outcome.js';
import type { TestFixtures } from '../../../fixtures/index.js';
import { ROOT } from '../processes.js';
import { readCellPlan } from './cells.js';

/** Tests of the suite on fakes with one defect or two, as the plan says: a spec file a cell. */
export default defineConfig<TestFixtures>({
  testDir: readCellPlan().folder,
  respectGitIgnore: false,
  fullyParallel: true,
  workers: 2,
  outputDir: join(ROOT, 'tracker-output/lab/known/output'),
  metadata: { [ANY_END_EXPECTED]: true },
  use: apiOnly,
  reporter: [['./outcomes-reporter.ts']],
});
