/** Shows that a known failure hides no other one; `npm run known -- --help` tells how. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../../contracts/counted.js';
import { Command } from 'commander';
import { messageOf } from '../../../contracts/thrown.js';
import { selectDefects } from '../../../fake/index.js';
import type { Defect } from '../../../fake/index.js';
import { loadSettings } from '../../../fixtures/index.js';
import { batchesOf } from '../batches-of.js';
import { listTests } from '../defects/list-tests.js';
import { runPlaywright } from '../processes.js';
import { CELLS_FILE, writeCells } from './cells.js';
import type { Cell } from './cells.js';
import type { Outcome, Outcomes } from './outcomes-reporter.js';
import { baselineOf, endAlike, isKnowable, isRed, whyRed, witnesses } from './plant.js';

/** How many tests one run of Playwright loads: from some 100,000 on it ends with an overflow of its stack. */
const MOST_TESTS = 20_000;

type OfCells = ReadonlyMap<string, readonly Outcome[]>;

/** An item of a list, with reasons if there are any. */
interface Named {
  readonly name: string;
  readonly why?: readonly string[];
}

interface Pair {
  readonly name: string;
  readonly known: Defect;
  readonly planted: Defect;
}

const program = new Command('npm run known --')
  .description(
    'For each defect, takes its failures as known, plants every other defect of its rule on top, and sees whether the gate stops the run.',
  )
  .argument('[defects...]', 'rules or names to try, such as DT-02 or AD; all if none is given')
  .option('--stable', 'see instead whether a defect fails in the same way with another seed')
  .action(run);

await program.parseAsync();

async function run(starts: readonly string[], { stable = false }: { readonly stable?: boolean }): Promise<void> {
  const started = Date.now();
  const defects = selected(starts);
  const listed = listTests();
  const sizeOf = (file: string) => listed.filter((test) => test.file === file).length;
  const filesOf = ({ rule }: Defect) => [
    ...new Set(listed.filter((test) => test.rules.includes(rule)).map(({ file }) => file)),
  ];
  const runAll = async (cells: readonly Cell[], seed: number): Promise<OfCells> => {
    const weight = ({ files }: Cell) => files.reduce((sum, file) => sum + sizeOf(file), 0);
    const outcomes = new Map<string, readonly Outcome[]>();
    for (const batch of batchesOf(cells, weight, MOST_TESTS)) {
      for (const [name, tests] of Object.entries(await runCells(batch, seed))) outcomes.set(name, tests);
    }
    return outcomes;
  };
  const seed = loadSettings().seed;
  const runAlone = (ofSeed: number) =>
    runAll(
      defects.map((defect) => ({ name: defect.name, defects: [defect.name], files: filesOf(defect) })),
      ofSeed,
    );
  const alone = await runAlone(seed);
  const found = stable
    ? seeStable(defects, alone, await runAlone(seed + 1))
    : [
        ...seeControl(defects, alone, await runAlone(seed)),
        ...(await plantAll(defects, alone, (cells) => runAll(cells, seed), filesOf)),
      ];
  const text = `${found.join('\n')}\n(seed ${seed}, ${((Date.now() - started) / 1000).toFixed(0)} s)\n`;
  const folder = join(loadSettings().outputDir, 'known');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, stable ? 'stable.txt' : 'planted.txt'), text);
  process.stdout.write(`\n${text}`);
}

/** Plants every other defect of the same rule on each, first under few tests, then under all if these say nothing. */
async function plantAll(
  defects: readonly Defect[],
  alone: OfCells,
  runAll: (cells: readonly Cell[]) => Promise<OfCells>,
  filesOf: (defect: Defect) => string[],
): Promise<string[]> {
  const of = ({ name }: Defect) => alone.get(name) ?? [];
  const baselines = new Map(defects.map((defect) => [defect.name, baselineOf(defect.rule, of(defect))]));
  const pairs = defects.flatMap((known) =>
    defects
      .filter((planted) => planted !== known && planted.rule === known.rule)
      .map((planted): Pair => ({ name: `${known.name} + ${planted.name}`, known, planted })),
  );
  const alike = pairs.filter(({ known, planted }) => witnesses(of(known), of(planted)).length === 0);
  const different = pairs.filter((pair) => !alike.includes(pair));
  const hides = (found: OfCells) => (pair: Pair) =>
    !isRed(baselines.get(pair.known.name) ?? [], found.get(pair.name) ?? []);
  const cellOf = ({ name, known, planted }: Pair, tests?: readonly string[]): Cell => ({
    name,
    defects: [known.name, planted.name],
    files: tests === undefined ? filesOf(known) : filesWith(tests),
    ...(tests !== undefined && { tests }),
  });
  const tried = await runAll(different.map((pair) => cellOf(pair, witnesses(of(pair.known), of(pair.planted)))));
  const again = different.filter(hides(tried));
  const whole = await runAll(again.map((pair) => cellOf(pair)));
  const green = again.filter(hides(whole));
  const hidden = green.filter(({ name, known }) => endAlike(of(known), whole.get(name) ?? []));
  const missed = green.filter((pair) => !hidden.includes(pair));
  const red = different.length - green.length;
  if (missed.length > 0) process.exitCode = 1;
  return [
    ...section('The two fail in the same way, so nothing tells them apart:', alike),
    ...section('The known one hides the planted one from every test of the rule:', hidden),
    ...section('THE GATE LETS THESE PASS, ALTHOUGH A TEST ENDS DIFFERENTLY:', missed),
    `${counted(pairs.length, 'pair')} of ${counted(defects.length, 'defect')}: the gate goes red for ${red}; ${alike.length} alike, ${hidden.length} hidden, ${missed.length} missed`,
  ];
}

/** Checks that the gate, told how each defect fails, stays green with another seed. */
function seeStable(defects: readonly Defect[], alone: OfCells, again: OfCells): string[] {
  const red = redAgain(defects, alone, again);
  return [
    ...section('These fail in another way with another seed:', red),
    `${counted(defects.length, 'defect')} with another seed: ${defects.length - red.length} as before, ${red.length} in another way`,
  ];
}

/**
 * Checks that the gate, told how a defect fails, stays green for that defect alone. If it goes red, pairs with the
 * defect prove nothing. Checks too that each defect has failures that can be known.
 */
function seeControl(defects: readonly Defect[], alone: OfCells, again: OfCells): string[] {
  const untold = defects.filter(({ name }) => !isKnowable(alone.get(name) ?? []));
  const red = redAgain(defects, alone, again).filter(({ name }) => !untold.some((one) => one.name === name));
  if (untold.length + red.length > 0) process.exitCode = 1;
  return [
    ...section('NO TEST FAILS FOR THESE, OR IN A WAY THAT NOTHING TELLS FROM OTHERS:', untold),
    ...section('THE GATE GOES RED FOR THESE ALONE, SO THEIR PAIRS PROVE NOTHING:', red),
    `${counted(defects.length, 'defect')} alone: the gate stays green for ${defects.length - untold.length - red.length}, goes red for ${red.length}; ${untold.length} can't be known`,
    '',
  ];
}

/** The defects for which the gate knows the failures of one run and goes red in another run, and why. */
function redAgain(defects: readonly Defect[], alone: OfCells, again: OfCells): Named[] {
  return defects.flatMap(({ name, rule }) => {
    const why = whyRed(baselineOf(rule, alone.get(name) ?? []), again.get(name) ?? []);
    return why.length === 0 ? [] : [{ name, why }];
  });
}

function section(title: string, all: readonly Named[]): string[] {
  if (all.length === 0) return [];
  return [title, ...all.flatMap(({ name, why = [] }) => [`  ${name}`, ...why.map((line) => `    ${line}`)]), ''];
}

/** The spec files of tests, as a file of known failures names these. */
function filesWith(tests: readonly string[]): string[] {
  return [...new Set(tests.map((test) => test.split(' › ', 1)[0]?.replace(/^specs\//, '') ?? ''))];
}

async function runCells(cells: readonly Cell[], seed: number): Promise<Outcomes['cells']> {
  if (cells.length === 0) return {};
  const { plan, file } = writeCells(cells);
  const env = { ...process.env, TRACKER_MODE: 'isolated', TRACKER_SEED: String(seed), [CELLS_FILE]: file };
  const status = await runPlaywright(['test', '-c', import.meta.dirname], env);
  const outcomes = JSON.parse(readFileSync(plan.outcomes, 'utf8')) as Outcomes;
  if (status !== 0 || outcomes.errors.length > 0) {
    throw new Error(`The run proves nothing:\n${outcomes.errors.join('\n')}`);
  }
  return outcomes.cells;
}

function selected(starts: readonly string[]): readonly Defect[] {
  try {
    return selectDefects(starts);
  } catch (error) {
    return program.error(messageOf(error), { exitCode: 2 });
  }
}
