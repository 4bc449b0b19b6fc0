import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { apiOnly } from '../../../fixtures/index.js';
import { OUTCOME_IGNORED } from '../../../fixtures/outcome.js';
import type { TestFixtures } from '../../../fixtures/index.js';
import { ROOT } from '../processes.js';
import { trackers } from './trackers.js';

const { NOTHING_TRACKER: name = '', NOTHING_RESULTS: results = '' } = process.env;
const override = trackers[name];
if (override === undefined) throw new Error(`No tracker is called ${name}.`);

/** The suite on a tracker that does nothing. Every test may fail, and its worker goes on. */
export default defineConfig<TestFixtures>({
  testDir: join(ROOT, 'specs'),
  // They look for their shortest, one by one.
  testIgnore: '**/sequences.spec.ts',
  respectGitIgnore: false,
  // What is first has to be the same in each run.
  workers: name === 'frozen' ? 1 : 2,
  // Tests wait for what never comes.
  timeout: 10_000,
  outputDir: join(ROOT, 'tracker-output/lab/nothing/output'),
  metadata: { [OUTCOME_IGNORED]: true },
  use: { ...apiOnly, fakeOverrides: [override] },
  reporter: [['dot'], ['json', { outputFile: results }]],
});
