import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { apiOnly, loadSettings } from '../../../fixtures/index.js';
import { ANY_END_EXPECTED } from '../../../fixtures/test/outcome.js';
import type { TestFixtures } from '../../../fixtures/index.js';
import { ROOT } from '../processes.js';
import { CONTROL, defectsOf, readPlan } from './plan.js';

/** The suite against the fake with each defect in turn, as the plan says: a spec file a defect. */
const settings = loadSettings();
const plan = readPlan();

export default defineConfig<TestFixtures>({
  testDir: plan.folder,
  respectGitIgnore: false,
  // A worker loads the specs anew for each file that it runs tests of.
  fullyParallel: plan.isLast,
  // Tests on some defects wait for what never comes.
  workers: 3,
  // The rule stands in the name of the file and, as a tag, in the title of its tests.
  ...(!plan.wide && {
    grep: new RegExp(String.raw`\b${CONTROL}\.spec\.ts |\b([A-Z]+-\d+)-[a-z0-9-]+\.spec\.ts .*@\1(?!\d)`),
  }),
  outputDir: join(ROOT, 'tracker-output/lab/defects', plan.mode, 'output'),
  metadata: { [ANY_END_EXPECTED]: true },
  ...(plan.mode === 'shared' && { globalSetup: './start-shared-fakes.ts' }),
  use: apiOnly,
  reporter: [
    [
      './defects-reporter.ts',
      {
        outputDir: join(settings.outputDir, 'defects', plan.mode),
        seed: settings.seed,
        plan,
        defects: defectsOf(plan),
        runTotals: settings.runTotals,
      },
    ],
  ],
});
