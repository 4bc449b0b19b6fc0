import type { Override } from '../../../fake/index.js';
import { writeGivenProfile } from './given-profile.js';
import { obedientTracker } from './obedient-tracker.js';

/** The environment variable that names the seed of the obedient tracker which a run of Playwright is on. */
const SEED = 'OBEDIENT_SEED';

/** How the tracker of this run differs from the fake in addition to its answers to open questions. */
export function overridesOfRun(): readonly Override[] {
  const seed = process.env[SEED];
  return seed === undefined ? [] : [obedientTracker(Number(seed)).override];
}

/**
 * The settings of a run on the obedient tracker of a seed.
 *
 * @param given the file for the profile that the tracker follows
 */
export function settingsOfSeed(seed: number, given: string): Readonly<Record<string, string>> {
  writeGivenProfile(given, obedientTracker(seed).assumptions);
  return { [SEED]: String(seed), TRACKER_SEED: String(seed), TRACKER_FAKE_PROFILE: given };
}
