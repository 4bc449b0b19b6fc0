import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { apiOnly, describeTarget, loadSettings } from '../../../fixtures/index.js';
import type { TestFixtures } from '../../../fixtures/index.js';
import { trackerReporters } from '../../../reports/tracker-reporters.js';
import { ROOT } from '../playwright/root.js';
import { overridesOfRun } from './obedient-options.js';

/** The suite on an obedient tracker, which the environment names. */
const settings = loadSettings();
const target = describeTarget(settings);

export default defineConfig<TestFixtures>({
  testDir: join(ROOT, 'specs'),
  fullyParallel: true,
  workers: 2,
  outputDir: join(ROOT, 'tracker-output/lab/profiles', target.mode),
  ...(settings.mode === 'shared' && { globalSetup: './start-shared-fake.ts' }),
  metadata: { target },
  use: { ...apiOnly, fakeOverrides: overridesOfRun() },
  reporter: trackerReporters(settings, target, { allure: false }),
});
