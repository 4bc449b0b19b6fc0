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
import { batchesOf } from '../batches-of.js';
import { runPlaywright } from '../processes.js';
import { listTests } from './list-tests.js';
import type { ListedTest } from './list-tests.js';
import { PLAN_FILE, writePlan } from './plan.js';
import type { Plan } from './plan.js';
import { summarizeDefects } from './render-defects.js';

/** How many tests one run of Playwright is given: from some 100,000 on it ends with an overflow of its stack. */
const MOST_TESTS = 20_000;

/**
 * How the files end whose tests make sequences of calls. They take ten times as long on defects as all other tests, so they
 * are asked for what the others did not catch.
 */
const SEQUENCES = '/sequences.spec.ts';

interface Options {
  readonly mode: Plan['mode'] | 'both';
  readonly wide?: boolean;
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
  .action(run);

await program.parseAsync();

async function run(starts: readonly string[], { mode, wide = false }: Options): Promise<void> {
  const defects = selected(starts);
  const tests = listTests();
  const single = tests.filter(({ file }) => !file.endsWith(SEQUENCES));
  for (const one of mode === 'both' ? (['isolated', 'shared'] as const) : [mode]) {
    const worst = wide
      ? await tryDefects(defects, tests, { mode: one, wide, isLast: true })
      : (await tryDefects(defects, single, { mode: one, wide, isLast: false })) ||
        (await tryDefects(openDefects(defects, one), tests, { mode: one, wide, isLast: true }));
    // Nothing is printed after the defects that were not caught.
    if (worst !== 0) return void (process.exitCode = worst);
  }
}

/** Runs the tests of defects. @returns the worst exit code of Playwright */
async function tryDefects(
  defects: readonly Defect[],
  tests: readonly ListedTest[],
  { mode, wide, isLast }: Pick<Plan, 'mode' | 'wide' | 'isLast'>,
): Promise<number> {
  const testsOf = ({ rule }: Defect) => tests.filter((test) => test.file.startsWith(`${rules[rule].api}/`)).length;
  const batches = wide ? batchesOf(defects, testsOf, MOST_TESTS) : defects.length === 0 ? [] : [defects];
  let worst = 0;
  for (const batch of batches) {
    const planFile = writePlan(batch, tests, { mode, wide, isLast });
    const env = { ...process.env, TRACKER_MODE: mode, [PLAN_FILE]: planFile };
    worst = Math.max(worst, await runPlaywright(['test', '-c', import.meta.dirname], env));
  }
  if (batches.length > 1) console.log(`In all: ${summarizeDefects(rowsOf(defects, mode), wide)}\n`);
  return worst;
}

/** The defects that a run without sequences of calls did not catch. */
function openDefects(defects: readonly Defect[], mode: Plan['mode']): readonly Defect[] {
  const caught = new Set(rowsOf(defects, mode).flatMap(({ name, state }) => (state === 'caught' ? [name] : [])));
  return defects.filter(({ name }) => !caught.has(name));
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
