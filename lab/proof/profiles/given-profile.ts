import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PROFILE_VERSION } from '../../../contracts/index.js';
import type { AssumptionOverrides, Profile } from '../../../contracts/index.js';

/** Writes the answers that a fake is started with, as a profile. */
export function writeGivenProfile(file: string, assumptions: AssumptionOverrides): void {
  const profile: Profile = {
    schemaVersion: PROFILE_VERSION,
    observedAt: new Date().toISOString(),
    harness: 'made by hand',
    tracker: { title: 'Bundled tracker', version: '0.0.0', edition: 'made by hand', build: 0 },
    assumptions,
    partlyObserved: {},
    notObserved: {},
    conflicts: {},
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(profile, null, 2));
}
