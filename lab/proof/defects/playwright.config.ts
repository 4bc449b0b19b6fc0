import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { apiOnly } from '../../../fixtures/index.js';
import { OUTCOME_IGNORED } from '../../../fixtures/outcome.js';
import type { TestFixtures } from '../../../fixtures/index.js';
import { HAS_SANDBOX } from '../../../provide/external/leases/share.js';
import { ROOT } from '../processes.js';
import { readPlan } from './cells.js';

/** Tests of the suite on fakes with defects, as the plan says: a spec file a cell. */
const plan = readPlan();

export default defineConfig<TestFixtures>({
  testDir: plan.folder,
  respectGitIgnore: false,
  // A worker loads the specs anew for each file that it runs tests of. Only one may use the sandbox of a shared tracker.
  fullyParallel: plan.isLast && plan.mode === 'isolated',
  // Tests on some defects wait for what never comes.
  workers: 3,
  outputDir: join(ROOT, 'tracker-output/lab/cells', plan.mode, 'output'),
  metadata: { [OUTCOME_IGNORED]: true },
  ...(plan.mode === 'shared' && {
    globalSetup: './start-shared-fakes.ts',
    projects: [{ metadata: { [HAS_SANDBOX]: true } }],
  }),
  use: apiOnly,
  reporter: [['./cells-reporter.ts']],
});
