/** Shows that a known failure hides no other one; `npm run known -- --help` tells how. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../../contracts/counted.js';
import { Command } from 'commander';
import type { KnownFailure } from '../../../contracts/report/known-failures.js';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import type { Defect } from '../../../fake/index.js';
import { loadSettings } from '../../../fixtures/index.js';
import { applyKnown } from '../../../reports/known/apply-known.js';
import { nameOfTest } from '../../../reports/known/read-known.js';
import { listTests } from '../defects/list-tests.js';
import type { ListedTest } from '../defects/list-tests.js';
import { batchesOfCells, runCells, selectedDefects } from '../defects/cells.js';
import type { Cell } from '../defects/cells.js';
import { section } from '../defects/render-defects.js';
import { OUTCOMES_FILE } from '../defects/cells-reporter.js';
import type { Outcome, Outcomes } from '../defects/cells-reporter.js';

/** How many of the tests that tell two defects apart are tried first. */
const TRIED = 2;

/** The version of the fake, and a day on which every baseline is valid. */
const [VERSION, TODAY] = ['9.12.0', '2026-01-01'];

type OfCells = ReadonlyMap<string, readonly Outcome[]>;

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
  .action(run);

await program.parseAsync();

async function run(starts: readonly string[]): Promise<void> {
  const started = Date.now();
  const defects = selectedDefects(program, starts);
  const listed = listTests();
  const testsOf = ({ rule }: Defect) => listed.filter((test) => test.rules.includes(rule));
  const seed = loadSettings().seed;
  const runAll = async (cells: readonly Cell[]): Promise<OfCells> => {
    const outcomes = new Map<string, readonly Outcome[]>();
    for (const batch of batchesOfCells(cells, listed)) {
      for (const [name, tests] of Object.entries(await outcomesOf(batch, seed))) outcomes.set(name, tests);
    }
    return outcomes;
  };
  const single = defects.map((defect) => ({ name: defect.name, defects: [defect.name], tests: testsOf(defect) }));
  const alone = await runAll(single);
  const found = [
    ...seeControl(defects, alone, await runAll(single)),
    ...(await plantAll(defects, alone, runAll, testsOf)),
  ];
  const text = `${found.join('\n')}\n(seed ${seed}, ${((Date.now() - started) / 1000).toFixed(0)} s)\n`;
  const folder = join(loadSettings().outputDir, 'known');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'planted.txt'), text);
  process.stdout.write(`\n${text}`);
}

/** Plants every other defect of the same rule on each, first under few tests, then under all if these say nothing. */
async function plantAll(
  defects: readonly Defect[],
  alone: OfCells,
  runAll: (cells: readonly Cell[]) => Promise<OfCells>,
  testsOf: (defect: Defect) => readonly ListedTest[],
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
    whyRed(baselines.get(pair.known.name) ?? [], found.get(pair.name) ?? []).length === 0;
  const cellOf = ({ name, known, planted }: Pair, tests: readonly ListedTest[]): Cell => ({
    name,
    defects: [known.name, planted.name],
    tests,
  });
  const tellingTests = ({ known, planted }: Pair) => {
    const names = new Set(witnesses(of(known), of(planted)));
    return testsOf(known).filter(({ place }) => names.has(`specs/${place}`));
  };
  const tried = await runAll(different.map((pair) => cellOf(pair, tellingTests(pair))));
  const again = different.filter(hides(tried));
  const whole = await runAll(again.map((pair) => cellOf(pair, testsOf(pair.known))));
  const green = again.filter(hides(whole));
  const hidden = green.filter(({ name, known }) => endAlike(of(known), whole.get(name) ?? []));
  const missed = green.filter((pair) => !hidden.includes(pair));
  const red = different.length - green.length;
  if (missed.length > 0) process.exitCode = 1;
  return [
    ...section('The two fail in the same way, so nothing tells them apart:', namesOf(alike)),
    ...section('The known one hides the planted one from every test of the rule:', namesOf(hidden)),
    ...section('THE GATE LETS THESE PASS, ALTHOUGH A TEST ENDS DIFFERENTLY:', namesOf(missed)),
    `${counted(pairs.length, 'pair')} of ${counted(defects.length, 'defect')}: the gate goes red for ${red}; ${alike.length} alike, ${hidden.length} hidden, ${missed.length} missed`,
  ];
}

function namesOf(all: readonly { readonly name: string }[]): string[] {
  return all.map(({ name }) => name);
}

/**
 * Checks that the gate, told how a defect fails, stays green for that defect alone. If it goes red, pairs with the
 * defect prove nothing. Checks too that each defect has failures that can be known.
 */
function seeControl(defects: readonly Defect[], alone: OfCells, again: OfCells): string[] {
  const untold = defects.filter(({ name }) => !isKnowable(alone.get(name) ?? []));
  const red = defects.flatMap((defect): string[][] => {
    const { name, rule } = defect;
    const why = whyRed(baselineOf(rule, alone.get(name) ?? []), again.get(name) ?? []);
    return why.length === 0 || untold.includes(defect) ? [] : [[name, ...why.map((line) => `  ${line}`)]];
  });
  if (untold.length + red.length > 0) process.exitCode = 1;
  return [
    ...section('NO TEST FAILS FOR THESE, OR IN A WAY THAT NOTHING TELLS FROM OTHERS:', namesOf(untold)),
    ...section('THE GATE GOES RED FOR THESE ALONE, SO THEIR PAIRS PROVE NOTHING:', red.flat()),
    `${counted(defects.length, 'defect')} alone: the gate stays green for ${defects.length - untold.length - red.length}, goes red for ${red.length}; ${untold.length} can't be known`,
    '',
  ];
}

async function outcomesOf(cells: readonly Cell[], seed: number): Promise<Outcomes['cells']> {
  if (cells.length === 0) return {};
  const status = await runCells(
    cells,
    { mode: 'isolated', wide: true, isLast: false, judges: false },
    { TRACKER_SEED: String(seed) },
  );
  const outcomes = JSON.parse(readFileSync(OUTCOMES_FILE, 'utf8')) as Outcomes;
  if (status !== 0 || outcomes.errors.length > 0) {
    throw new Error(`The run proves nothing:\n${outcomes.errors.join('\n')}`);
  }
  return outcomes.cells;
}

/** The failures of a tracker with a defect of a rule as a file of known failures; a sequence may say that it breaks another. */
function baselineOf(rule: string, outcomes: readonly Outcome[]): KnownFailure[] {
  const brokenBy = ({ rules: [first = rule, ...others] }: Outcome) =>
    [first, ...others].includes(rule) ? rule : first;
  return [...new Set(failed(outcomes).map(brokenBy))].map((broken) => ({
    ...{ rule: broken, versions: [VERSION], ticket: 'PROOF-1', owner: 'proof', since: TODAY, until: TODAY },
    failures: failed(outcomes)
      .filter((test) => brokenBy(test) === broken)
      .map((test) => ({
        test: nameOfTest(test),
        fingerprint: test.failure?.fingerprint ?? '',
        shows: test.failure?.shows ?? '',
      })),
  }));
}

/** Whether there are failures that can be known: some, and each with something that tells it from others. */
function isKnowable(outcomes: readonly Outcome[]): boolean {
  const all = failed(outcomes);
  return all.length > 0 && all.every(({ failure }) => failure !== undefined);
}

/** Why the gate stops a run of some tests with a baseline, a line each; none if it does not. */
function whyRed(baseline: readonly KnownFailure[], outcomes: readonly Outcome[]): string[] {
  const { tests, problems } = applyKnown(outcomes as readonly FinishedTest[], baseline, {
    version: VERSION,
    today: TODAY,
    whole: false,
  });
  const fresh = tests.filter(({ status }) => status === 'failed');
  return [
    ...problems.map(({ text }) => text),
    ...fresh.map((test) => `${nameOfTest(test)}: ${test.failure?.shows ?? 'nothing that can be read'}`),
  ];
}

/** The tests that fail differently for one of two defects; tests that fail only for the planted one come first. */
function witnesses(known: readonly Outcome[], planted: readonly Outcome[]): string[] {
  const [before, alone] = [waysOf(known), waysOf(planted)];
  const differing = [...alone].filter(([test, way]) => before.get(test) !== way).map(([test]) => test);
  const fresh = differing.filter((test) => !before.has(test));
  const others = [...before.keys()].filter((test) => !alone.has(test));
  return [...fresh, ...differing.filter((test) => before.has(test)), ...others].slice(0, TRIED);
}

/** Whether all tests that ran on a tracker with both defects ended as they do with the known one alone, failure by failure. */
function endAlike(known: readonly Outcome[], both: readonly Outcome[]): boolean {
  const alone = new Map(known.map((test) => [nameOfTest(test), endOf(test)]));
  return both.length > 0 && both.every((test) => alone.get(nameOfTest(test)) === endOf(test));
}

function endOf({ status, failure }: Outcome): string {
  return `${status} ${failure?.fingerprint ?? ''}`;
}

function waysOf(outcomes: readonly Outcome[]): Map<string, string> {
  return new Map(failed(outcomes).map((test) => [nameOfTest(test), test.failure?.fingerprint ?? '']));
}

function failed(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ status }) => status === 'failed');
}
