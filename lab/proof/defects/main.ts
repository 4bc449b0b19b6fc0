/** Runs the suite against the defects of the fake; `npm run defects -- --help` tells how. */
import { Command, Option } from 'commander';
import { messageOf } from '../../../contracts/thrown.js';
import { selectDefects } from '../../../fake/index.js';
import type { Defect } from '../../../fake/index.js';
import { CONTROL, runCells, listTests } from './cells.js';
import type { Cell } from './cells.js';
import type { Mode } from './judge-defect.js';

/**
 * How the files end whose tests make sequences of calls. They take ten times as long on defects as all other tests, so they
 * are asked for what the others did not catch.
 */
const SEQUENCES = '/sequences.spec.ts';

interface Options {
  readonly mode: Mode | 'both';
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
  const rounds = [single, ofRule];
  for (const one of mode === 'both' ? (['isolated', 'shared'] as const) : [mode]) {
    let open = defects;
    for (const [at, testsOf] of rounds.entries()) {
      const isLast = at === rounds.length - 1;
      const cells = open.map((defect): Cell => ({ name: defect.name, defect: defect.name, tests: testsOf(defect) }));
      const tried = isLast ? cells : cells.filter((cell) => cell.tests.length > 0);
      const control = { name: CONTROL, tests: [...new Set(tried.flatMap((cell) => cell.tests))] };
      const { code, rows } = await runCells([...tried, control], { mode: one, isLast });
      // Nothing is printed after the defects that were not caught.
      if (code !== 0) return void (process.exitCode = code);
      const caught = rows.filter(({ state }) => state === 'caught');
      open = open.filter(({ name }) => !caught.some((row) => row.name === name));
    }
  }
}

function select(starts: readonly string[]): readonly Defect[] {
  try {
    return selectDefects(starts);
  } catch (error) {
    return program.error(messageOf(error), { exitCode: 2 });
  }
}
