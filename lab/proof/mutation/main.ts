/** Tries mutants of the code that matters most; `npm run mutants -- --help` tells how. */
import { mkdirSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { counted } from '../../../contracts/counted.js';
import { ROOT } from '../processes.js';
import { equivalents } from './equivalents.js';
import { copyWithMutants, LEAST_SCORES } from './mutants.js';
import type { Mutant } from './mutants.js';
import { findCoverage, tryMutants } from './try-mutants.js';
import type { Tried } from './try-mutants.js';

interface JudgedMutant extends Mutant, Tried {
  readonly state: 'killed' | 'survived' | 'equivalent';
}

const program = new Command('npm run mutants --')
  .description(
    'Shows that the tests fail on small changes (mutants) of what serves the three APIs, guards a tracker and cleans it up.',
  )
  .argument('[paths...]', 'files or folders, such as fake/directory-sync or fake/test-management/plans.ts; all if none')
  .action(run);

// What was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
await program.parseAsync();

async function run(paths: readonly string[]): Promise<void> {
  // Others work on this machine, and it takes a while.
  setPriority(10);
  const started = Date.now();
  const minutes = () => `${((Date.now() - started) / 60_000).toFixed(1)} min`;
  const home = join(ROOT, 'tracker-output/lab/mutation');
  const copy = join(home, 'copy');
  rmSync(home, { recursive: true, force: true });
  const all = await copyWithMutants(copy);
  const wanted = all.filter(({ file }) => paths.length === 0 || paths.some((path) => isIn(file, path)));
  if (wanted.length === 0) return program.error(`There are no mutants in ${paths.join(', ')}.`, { exitCode: 2 });
  print('All tests run once to see which of them reach which mutants.');
  mkdirSync(join(home, 'coverage'));
  const coverage = await findCoverage(copy, join(home, 'coverage'));
  print(`${counted(wanted.length, 'mutant')} (${minutes()})`);
  const tried = await tryMutants(copy, wanted, coverage, isListed, (line) => print(`  ${line} (${minutes()})`));
  const judged = wanted.map((mutant): JudgedMutant => {
    const result = tried.get(mutant.id) ?? { ran: 0, killedBy: undefined };
    const state = result.killedBy !== undefined ? 'killed' : isListed(mutant) ? 'equivalent' : 'survived';
    return { ...mutant, ...result, state };
  });
  const survivors = judged.filter(({ state }) => state === 'survived');
  const stale = staleLines(judged);
  print(['', ...(survivors.length === 0 ? [] : ['Survived:', ...survivors.map(survivorLine), ''])].join('\n'));
  print([...tableOf(judged), '', ...stale, minutes()].join('\n'));
  const areKilled = Object.entries(LEAST_SCORES).every(([folder, least]) => scoreOf(inFolder(judged, folder)) >= least);
  if (stale.length > 0 || !areKilled) process.exitCode = 1;
}

function isIn(file: string, path: string): boolean {
  const plain = path.replace(/^\.\//, '').replace(/\/$/, '');
  return file === plain || file.startsWith(`${plain}/`);
}

function isListed({ file, text }: Mutant): boolean {
  return equivalents[file]?.[text] !== undefined;
}

function staleLines(judged: readonly JudgedMutant[]): string[] {
  const files = new Set(judged.map(({ file }) => file));
  const places = new Set(
    judged.filter(({ state }) => state === 'equivalent').map(({ file, text }) => `${file}: ${text}`),
  );
  return Object.entries(equivalents)
    .filter(([file]) => files.has(file))
    .flatMap(([file, lines]) => Object.keys(lines).map((line) => `${file}: ${line}`))
    .filter((place) => !places.has(place))
    .map((place) => `It is listed in equivalents.ts, but every mutant of it is killed, or there is none: ${place}`);
}

function survivorLine({ file, line, column, text, change, ran }: JudgedMutant): string {
  return `  ${file}:${line}:${column} (${counted(ran, 'test')}) ${text}\n      ${change}`;
}

function tableOf(mutants: readonly JudgedMutant[]): string[] {
  const rows = Object.keys(LEAST_SCORES).flatMap((folder) => {
    const own = inFolder(mutants, folder);
    const files = [...new Set(own.map(({ file }) => file))];
    const ofFiles = files.map((file) => rowOf(file, inFile(own, file)));
    return files.length === 0 ? [] : [...ofFiles, rowOf(`**${folder}**`, own)];
  });
  const head = ['file', 'mutants', 'killed by the suite', 'killed by the harness', 'survived', 'equivalent', 'score'];
  const all = [head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...rows];
  return all.map((cells) => `| ${cells.join(' | ')} |`);
}

function rowOf(name: string, mutants: readonly JudgedMutant[]): string[] {
  const count = (state: JudgedMutant['state']) => mutants.filter((mutant) => mutant.state === state).length;
  const byHarness = mutants.filter(({ killedBy }) => killedBy?.startsWith('lab/tests/') === true).length;
  const numbers = [mutants.length, count('killed') - byHarness, byHarness, count('survived'), count('equivalent')];
  return [name, ...numbers.map(String), `${scoreOf(mutants).toFixed(1)} %`];
}

function scoreOf(mutants: readonly JudgedMutant[]): number {
  const counts = mutants.filter(({ state }) => state !== 'equivalent');
  if (counts.length === 0) return 100;
  return (counts.filter(({ state }) => state === 'killed').length / counts.length) * 100;
}

function inFolder(mutants: readonly JudgedMutant[], folder: string): JudgedMutant[] {
  return mutants.filter(({ file }) => file.startsWith(`${folder}/`));
}

function inFile(mutants: readonly JudgedMutant[], file: string): JudgedMutant[] {
  return mutants.filter((mutant) => mutant.file === file);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
