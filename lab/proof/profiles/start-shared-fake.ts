import { loadSettings } from '../../../fixtures/index.js';
import { allOf } from '../../../fixtures/target/fake-host.js';
import { serveShared } from '../../../fixtures/target/start-shared-fake.js';
import { overridesOfRun } from './obedient-options.js';

/** Playwright's global set-up for a shared run on an obedient tracker. @returns the tear-down */
export default function startSharedFake(): Promise<() => Promise<void>> {
  return serveShared(loadSettings(), allOf(...overridesOfRun()));
}
