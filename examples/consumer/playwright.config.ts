import { defineConfig } from '@playwright/test';
import { apiOnly, describeTarget, loadSettings } from 'tracker-e2e';
import type { TestFixtures, WorkerFixtures } from 'tracker-e2e';
import { serve } from 'tracker-e2e/fake';
import { trackerReporters } from 'tracker-e2e/reporters';
import { voteEndpoints, voteRules, voteHandlers } from './support/votes.js';

const settings = loadSettings();
const target = describeTarget(settings);

export default defineConfig<TestFixtures, WorkerFixtures>({
  testDir: 'specs',
  fullyParallel: true,
  workers: 2,
  metadata: { target },
  use: { ...apiOnly, trackerSettings: { timeout: 5_000 }, fakeOverrides: [serve(voteEndpoints, voteHandlers)] },
  reporter: trackerReporters(settings, target, { apis: [], rules: voteRules, gate: 'reachable' }),
});
