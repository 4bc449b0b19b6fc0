import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { defects as fakeDefects } from '../fake/index.js';
import { apiOnly, describeTarget, loadSettings, targetConfig } from '../fixtures/index.js';
import { trackerReporters } from '../reports/tracker-reporters.js';

const settings = loadSettings();
const target = describeTarget(settings);
const defects = fakeDefects.map(({ name, rule, breaks }) => ({ name, rule, breaks }));

/** Shards are of equal length only if they can divide files. A worker that runs whole files asks less often for the next test. */
const isShard = process.argv.some((word) => word.startsWith('--shard'));

/** The suite, in this repository and in the package; what a run writes goes to the working directory. */
export default defineConfig({
  testDir: import.meta.dirname,
  fullyParallel: target.mode !== 'isolated' || isShard,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  outputDir: resolve(settings.outputDir, 'test-results', target.mode),
  ...targetConfig(settings),
  metadata: { target },
  use: apiOnly,
  reporter: trackerReporters(settings, target, { defects }),
});
