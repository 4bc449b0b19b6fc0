/** Runs the suite against the defects of the fake; `npm run defects -- --help` tells how. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { messageOf } from '../../contracts/thrown.js';
import { rules } from '../../contracts/index.js';
import { defectMatrixSchema } from '../../contracts/report/defect-matrix.js';
import type { DefectRow } from '../../contracts/report/defect-matrix.js';
import { selectDefects } from '../../fake/index.js';
import type { Defect } from '../../fake/index.js';
import { loadSettings } from '../../fixtures/index.js';
import { batchesOf } from '../playwright/batches-of.js';
import { settingsOfSeed } from '../profiles/obedient-options.js';
import { runPlaywright } from '../playwright/run-playwright.js';
import { listTests } from './list-tests.js';
import { PLAN_FILE } from './plan.js';
import type { Plan } from './plan.js';
import { summarizeDefects } from './summarize-defects.js';
import { writePlan } from './write-plan.js';

/** How many tests one run of Playwright is given: from some 100,000 on it ends with an overflow of its stack. */
const MOST_TESTS = 20_000;

interface Options {
  readonly mode: Plan['mode'] | 'both';
  readonly wide?: boolean;
  readonly obedient?: number;
}

const program = new Command('npm run defects --')
  .description('Shows that the suite catches each defect the fake can have, by a test of the rule it breaks.')
  .argument('[defects...]', 'rules or names to try, such as DT-02 or AD; all if none is given')
  .addOption(
    new Option('--mode <mode>', 'a tracker for each test, one for all tests of a defect, or both ways in turn')
      .choices(['isolated', 'shared', 'both'])
      .default('both'),
  )
  .option('--wide', 'run all tests of the API, to find those that fail though they are not about the rule (minutes)')
  .option(
    '--obedient <seed>',
    'on top of a tracker that is drawn within what the documents allow (docs/proof.md)',
    Number,
  )
  .action(run);

await program.parseAsync();

async function run(starts: readonly string[], { mode, wide = false, obedient }: Options): Promise<void> {
  const defects = selected(starts);
  const tests = listTests();
  const testsOf = ({ rule }: Defect) => tests.filter((test) => test.file.startsWith(`${rules[rule].api}/`)).length;
  const batches = wide ? batchesOf(defects, testsOf, MOST_TESTS) : [defects];
  for (const one of mode === 'both' ? (['isolated', 'shared'] as const) : [mode]) {
    let worst = 0;
    for (const batch of batches) {
      const planFile = writePlan(batch, tests, { mode: one, wide });
      const env = { ...process.env, ...onTopOf(obedient), TRACKER_MODE: one, [PLAN_FILE]: planFile };
      worst = Math.max(worst, await runPlaywright(['test', '-c', import.meta.dirname], { env, stdio: 'inherit' }));
    }
    if (batches.length > 1) console.log(`In all: ${summarizeDefects(rowsOf(defects, one), wide)}\n`);
    // What was not caught is the last that is printed.
    if (worst !== 0) return void (process.exitCode = worst);
  }
}

/** The settings of a run on an obedient tracker whose profile the suite is told; none if there is no seed. */
function onTopOf(seed: number | undefined): Readonly<Record<string, string>> {
  if (seed === undefined) return {};
  const given = join(loadSettings().outputDir, 'defects', `given-${seed}.json`);
  return { ...settingsOfSeed(seed, given), TRACKER_PROFILE: given };
}

/** What the runs have written of these defects. */
function rowsOf(defects: readonly Defect[], mode: Plan['mode']): readonly DefectRow[] {
  const { outputDir } = loadSettings();
  const file = join(outputDir, 'defects', mode, 'defects.json');
  const matrix = defectMatrixSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return matrix.defects.filter(({ name }) => defects.some((defect) => defect.name === name));
}

function selected(starts: readonly string[]): readonly Defect[] {
  try {
    return selectDefects(starts);
  } catch (error) {
    return program.error(messageOf(error), { exitCode: 2 });
  }
}
