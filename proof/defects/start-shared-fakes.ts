import { startFake } from '../../fake/index.js';
import { loadSettings } from '../../fixtures/index.js';
import { announceTracker } from '../../fixtures/target/announce-tracker.js';
import { sharedWorld } from '../../fixtures/target/shared-world.js';
import { chosenDefects } from './chosen-defects.js';

/**
 * Playwright's global set-up for defects on shared trackers: starts one tracker for each defect, full of other people's
 * rows, and tells the workers where they stand: at the announced URL, a slash, and the name of the defect.
 *
 * @returns the tear-down
 */
export default async function startSharedFakes(): Promise<() => Promise<void>> {
  const settings = loadSettings();
  const shared = sharedWorld(settings.seed);
  const { assumptions, basePaths } = settings;
  const fake = await startFake({ world: { ...shared.world, basePaths }, contextPath: null });
  for (const { name, variant } of chosenDefects()) {
    fake.control.open({ name, contextPath: `/others/${name}`, variant, assumptions });
  }
  announceTracker(settings, `${fake.url}/others`, shared);
  return () => fake.close();
}
