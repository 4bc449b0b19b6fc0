import type { FullConfig } from '@playwright/test';
import { withAssumptions } from '../../../contracts/index.js';
import { startFake } from '../../../fake/index.js';
import { loadSettings } from '../../../fixtures/index.js';
import { expectedAssumptions } from '../../../client/settings/settings.js';
import { announceTracker, leaseShared } from '../../../provide/shared/start-shared-fake.js';
import { sharedWorld } from '../../../provide/shared/shared-world.js';
import { defectsOf, readPlan } from './cells.js';

/**
 * Playwright's global set-up for defects on shared trackers: starts a tracker for each defect, full of other people's
 * rows, and one without a defect. Workers are told of the one without.
 */
export default async function startSharedFakes(config: FullConfig): Promise<() => Promise<void>> {
  const settings = loadSettings();
  const { basePaths } = settings;
  const assumptions = settings.fakeAssumptions ?? expectedAssumptions(settings);
  const shared = sharedWorld(settings.seed, withAssumptions(assumptions));
  const contextPath = '/others/tracker';
  const fake = await startFake({ world: { ...shared.world, basePaths }, contextPath, assumptions });
  for (const { name, override } of defectsOf(readPlan())) {
    fake.control.open({ name, contextPath: `/others/${name}`, override, assumptions });
  }
  announceTracker(settings, `${fake.url}${contextPath}`, shared);
  return leaseShared(config, () => fake.close());
}
