import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { serve } from '../../../../fake/index.js';
import { apiOnly, describeTarget, loadSettings } from '../../../../fixtures/index.js';
import type { TestFixtures, WorkerFixtures } from '../../../../fixtures/index.js';
import { trackerReporters } from '../../../../reports/tracker-reporters.js';
import { watcherEndpoints, watcherHandlers, watcherRules } from './watchers.js';

const settings = loadSettings();
const target = describeTarget(settings);
const told = process.env['WATCHERS_TOLD'] !== undefined;

export default defineConfig<TestFixtures, WorkerFixtures>({
  testDir: '.',
  testMatch: '*.suite.ts',
  fullyParallel: true,
  workers: 1,
  outputDir: join(settings.outputDir, 'test-results'),
  metadata: { target },
  use: { ...apiOnly, fakeOverrides: [serve(watcherEndpoints, watcherHandlers)] },
  reporter: trackerReporters(settings, target, {
    apis: [],
    allure: process.env['WATCHERS_ALLURE'] !== undefined,
    ...(told && { rules: watcherRules }),
  }),
});
