import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { rules } from '../../contracts/index.js';
import { ANY_END_EXPECTED, apiOnly, loadSettings } from '../../fixtures/index.js';
import type { SettingsOption, WorkerFixtures } from '../../fixtures/index.js';
import type { Defect } from '../../fake/index.js';
import { chosenDefects } from './chosen-defects.js';
import { whichTests } from './which-tests.js';

/**
 * The suite against the fake with each defect in turn: a project a defect, with all tests of the defect's API or, in a
 * narrow run, those of the rule it breaks.
 */
const settings = loadSettings();
const { mode } = settings;
const root = join(import.meta.dirname, '../..');
const tests = whichTests();
const chosen = chosenDefects();

export default defineConfig<object, Pick<WorkerFixtures, 'trackerSettings'>>({
  testDir: join(root, 'specs'),
  // The tests of one rule are few, and each project needs workers of its own: the fewer start, the better.
  fullyParallel: tests === 'of the API',
  workers: 2,
  outputDir: join(root, 'test-results/defects', mode),
  metadata: { [ANY_END_EXPECTED]: true },
  ...(mode === 'shared' && { globalSetup: './start-shared-fakes.ts' }),
  use: apiOnly,
  projects: chosen.map((defect) => ({
    name: defect.name,
    testMatch: `${rules[defect.rule].api}/**/*.spec.ts`,
    ...(tests === 'of the rule' && { grep: new RegExp(`@${defect.rule}(?!\\d)`) }),
    use: { trackerSettings: settingsFor(defect) },
  })),
  reporter: [
    [
      './defects-reporter.ts',
      {
        outputDir: join(settings.outputDir, 'defects', mode),
        mode,
        seed: settings.seed,
        defects: chosen,
        tests,
        tally: settings.tally,
      },
    ],
  ],
});

/** How the workers of a defect find the tracker that has it. The set-up of a shared run has told them where it is. */
function settingsFor({ name }: Defect): SettingsOption {
  if (mode === 'own-space') return { defect: name };
  const { remote } = settings;
  return remote === undefined ? {} : { remote: { ...remote, url: `${remote.url}/${name}` } };
}
