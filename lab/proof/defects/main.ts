/** Runs the suite against the defects of the fake; `npm run defects -- --help` tells how. */
import { Command, Option } from 'commander';
import { messageOf } from '../../../contracts/thrown.js';
import { summarizeDefects } from './defect-matrix.js';
import type { DefectRow } from './defect-matrix.js';
import { selectDefects } from '../../../fake/index.js';
import type { Defect } from '../../../fake/index.js';
import { CONTROL, batchesOfCells, runCells, listTests } from './cells.js';
import type { Cell, RunOfCells, ListedTest } from './cells.js';

/**
 * How the files end whose tests make sequences of calls. They take ten times as long on defects as all other tests, so they
 * are asked for what the others did not catch.
 */
const SEQUENCES = '/sequences.spec.ts';

interface Options {
  readonly mode: RunOfCells['mode'] | 'both';
}

const program = new Command('npm run defects --')
  .description('Shows that the suite catches each defect the fake can have, by a test of the rule it breaks.')
  .argument('[defects...]', 'rules or names to try, such as DT-02 or AD; all if none is given')
  .addOption(
    new Option('--mode <mode>', 'a tracker for each test, one for all tests of a defect, or both ways in turn')
      .choices(['isolated', 'shared', 'both'])
      .default('both'),
  )
  .action(run);

await program.parseAsync();

async function run(starts: readonly string[], { mode }: Options): Promise<void> {
  const defects = select(starts);
  const tests = listTests();
  const ofRule = ({ rule }: Defect) => tests.filter((test) => test.rules.includes(rule));
  const single = (defect: Defect) => ofRule(defect).filter(({ file }) => !file.endsWith(SEQUENCES));
  const rounds = [(defect: Defect) => likeliest(defect, single(defect)), single, ofRule];
  for (const one of mode === 'both' ? (['isolated', 'shared'] as const) : [mode]) {
    let open = defects;
    for (const [at, testsOf] of rounds.entries()) {
      const isLast = at === rounds.length - 1;
      const cells = open.map((defect): Cell => ({ name: defect.name, defect: defect.name, tests: testsOf(defect) }));
      const tried = isLast ? cells : cells.filter((cell) => cell.tests.length > 0);
      const { worst, rows } = await tryDefects(tried, tests, { mode: one, isLast });
      // Nothing is printed after the defects that were not caught.
      if (worst !== 0) return void (process.exitCode = worst);
      const caught = rows.filter(({ state }) => state === 'caught');
      open = open.filter(({ name }) => !caught.some((row) => row.name === name));
    }
  }
}

/** The tests whose titles have the most words of what a defect breaks: they catch most defects. */
function likeliest({ breaks }: Defect, tests: readonly ListedTest[]): readonly ListedTest[] {
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,}/g));
  const words = wordsOf(breaks);
  const shared = ({ place }: ListedTest) => [...wordsOf(place)].filter((word) => words.has(word)).length;
  return tests.toSorted((left, right) => shared(right) - shared(left)).slice(0, 4);
}

function select(starts: readonly string[]): readonly Defect[] {
  try {
    return selectDefects(starts);
  } catch (error) {
    return program.error(messageOf(error), { exitCode: 2 });
  }
}

/** Runs tests on fakes with a defect, and all of them on one without. @returns the worst exit code of Playwright, and the rows */
async function tryDefects(cells: readonly Cell[], listed: readonly ListedTest[], run: RunOfCells) {
  const batches = batchesOfCells(cells, listed);
  const rows: DefectRow[] = [];
  let worst = 0;
  for (const batch of batches) {
    const control = { name: CONTROL, tests: [...new Set(batch.flatMap(({ tests }) => tests))] };
    const ran = await runCells([...batch, control], run);
    worst = Math.max(worst, ran.code);
    rows.push(...ran.rows);
  }
  if (batches.length > 1) console.log(`In all: ${summarizeDefects(rows)}\n`);
  return { worst, rows };
}
