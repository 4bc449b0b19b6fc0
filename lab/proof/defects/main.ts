/** Runs the suite against the defects of the fake; `npm run defects -- --help` tells how. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { messageOf } from '../../../contracts/thrown.js';
import { rules } from '../../../contracts/index.js';
import { defectMatrixSchema } from '../../../contracts/report/defect-matrix.js';
import type { DefectRow } from '../../../contracts/report/defect-matrix.js';
import { selectDefects } from '../../../fake/index.js';
import type { Defect } from '../../../fake/index.js';
import { loadSettings } from '../../../fixtures/index.js';
import { batchesOf } from '../playwright/batches-of.js';
import { leftBy, missedByAll, renderAttempts } from './attempts.js';
import type { Attempt } from './attempts.js';
import { settingsOfSeed } from '../profiles/obedient-options.js';
import { runPlaywright } from '../playwright/run-playwright.js';
import { listTests } from './list-tests.js';
import type { ListedTest } from './list-tests.js';
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
  readonly seeds: number;
}

/** Tries defects, on the obedient tracker of a seed if there is one. @returns the worst exit code of Playwright */
type TryOut = (defects: readonly Defect[], seed?: number) => Promise<number>;

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
  .option(
    '--seeds <count>',
    'on how many such trackers, of this and the next seeds, a defect is tried that the answers of one hide',
    Number,
    12,
  )
  .action(run);

await program.parseAsync();

async function run(starts: readonly string[], options: Options): Promise<void> {
  const { mode, wide = false, obedient, seeds } = options;
  const defects = selected(starts);
  const tests = listTests();
  for (const one of mode === 'both' ? (['isolated', 'shared'] as const) : [mode]) {
    const tryOut: TryOut = (some, seed) => tryDefects(some, tests, { mode: one, wide }, seed);
    const drawn = Array.from({ length: seeds }, (_, index) => (obedient ?? 0) + index);
    const worst = obedient === undefined ? await tryOut(defects) : await tryOnSeeds(defects, drawn, one, tryOut);
    // Nothing is printed after the defects that were not caught.
    if (worst !== 0) return void (process.exitCode = worst);
  }
}

/**
 * Tries defects on the obedient trackers of several seeds, one after the other. A seed tries only defects that no
 * seed before has caught.
 */
async function tryOnSeeds(
  defects: readonly Defect[],
  seeds: readonly number[],
  mode: Plan['mode'],
  tryOut: TryOut,
): Promise<number> {
  const attempts: Attempt[] = [];
  let worst = 0;
  let left = defects;
  for (const seed of seeds) {
    if (left.length === 0) break;
    worst = Math.max(worst, await tryOut(left, seed));
    const attempt = { seed, rows: rowsOf(left, mode) };
    attempts.push(attempt);
    left = left.filter(({ name }) => leftBy(attempt).includes(name));
  }
  console.log(renderAttempts(attempts, mode));
  return Math.max(worst, Number(missedByAll(attempts, mode).length > 0));
}

/** Runs the tests of defects, on the obedient tracker of a seed if there is one. @returns the worst exit code of Playwright */
async function tryDefects(
  defects: readonly Defect[],
  tests: readonly ListedTest[],
  { mode, wide }: Pick<Plan, 'mode' | 'wide'>,
  seed: number | undefined,
): Promise<number> {
  const testsOf = ({ rule }: Defect) => tests.filter((test) => test.file.startsWith(`${rules[rule].api}/`)).length;
  const batches = wide ? batchesOf(defects, testsOf, MOST_TESTS) : [defects];
  let worst = 0;
  for (const batch of batches) {
    const planFile = writePlan(batch, tests, { mode, wide, mayBeHidden: seed !== undefined });
    const env = { ...process.env, ...onTopOf(seed), TRACKER_MODE: mode, [PLAN_FILE]: planFile };
    worst = Math.max(worst, await runPlaywright(['test', '-c', import.meta.dirname], { env, stdio: 'inherit' }));
  }
  if (batches.length > 1) console.log(`In all: ${summarizeDefects(rowsOf(defects, mode), wide)}\n`);
  return worst;
}

/** The settings of a run on an obedient tracker, with its profile for the suite; empty if there is no seed. */
function onTopOf(seed: number | undefined): Readonly<Record<string, string>> {
  if (seed === undefined) return {};
  const given = join(loadSettings().outputDir, 'defects', `given-${seed}.json`);
  return { ...settingsOfSeed(seed, given), TRACKER_PROFILE: given };
}

/** The results of these defects that the runs have written. */
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
