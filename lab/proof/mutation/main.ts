/** Tries mutants of the fake's domain code; `npm run mutants -- --help` tells how. */
import { mkdirSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { counted } from '../../../contracts/counted.js';
import { Command } from 'commander';
import { loadSettings } from '../../../fixtures/index.js';
import { ROOT } from '../playwright/root.js';
import { copyProject } from './copy-project.js';
import type { Copy } from './copy-project.js';
import { equivalents } from './equivalents.js';
import { findCoverage } from './find-coverage.js';
import { isMeant, judgeMutants } from './judge-mutants.js';
import { KeptResults } from './kept-results.js';
import type { Mutant } from './mutants.js';
import { LEAST_SCORE, renderMutants, scoresOfFolders } from './render-mutants.js';
import { tryMutants } from './try-mutants.js';
import { writeReport } from './write-report.js';

interface Options {
  readonly fresh?: boolean;
  readonly known?: boolean;
}

const home = join(ROOT, 'tracker-output/lab/mutation');
const program = new Command('npm run mutants --')
  .description('Shows that the tests fail on small changes (mutants) of the code that serves the three APIs.')
  .argument('[paths...]', 'files or folders, such as fake/directory-sync or fake/test-management/plans.ts; all if none')
  .option('--fresh', 'forget what earlier runs found out; otherwise a run goes on where one of the same code was ended')
  .option('--known', 'try nothing, and tell what earlier runs found out')
  .action(run);

// What was started ends with this process.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => process.exit(code));
}
await program.parseAsync();

async function run(paths: readonly string[], { fresh = false, known = false }: Options): Promise<void> {
  // Others work on this machine, and it takes a while.
  setPriority(10);
  const started = Date.now();
  if (fresh) rmSync(home, { recursive: true, force: true });
  const copy = await copyProject(join(home, 'copy'));
  const wanted = copy.mutants.filter(({ file }) => paths.length === 0 || paths.some((path) => isIn(file, path)));
  if (wanted.length === 0) return program.error(`There are no mutants in ${paths.join(', ')}.`, { exitCode: 2 });
  const kept = await openKept(copy);
  const megabytes = known ? 0 : await tryAll(copy, wanted, kept, started);
  const judged = judgeMutants(wanted, kept, equivalents);
  const { outputDir } = loadSettings();
  writeReport(join(outputDir, 'mutation'), judged);
  const seconds = (Date.now() - started) / 1_000;
  print(renderMutants(judged, { seconds, megabytes }));
  const isProof = judged.problems.length === 0 && scoresOfFolders(judged).every((score) => score >= LEAST_SCORE);
  if (!isProof) process.exitCode = 1;
}

function openKept(copy: Copy): Promise<KeptResults> {
  return KeptResults.open(join(home, 'kept'), copy.sources, () => {
    print('All tests run once to see which of them reach which mutants.');
    const folder = join(home, 'coverage-run');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    return findCoverage(copy.folder, folder);
  });
}

/** @returns the most memory that a process had */
async function tryAll(copy: Copy, wanted: readonly Mutant[], kept: KeptResults, started: number): Promise<number> {
  const known = wanted.filter((mutant) => kept.get(mutant) !== undefined).length;
  print(`${counted(wanted.length, 'mutant')}, ${known} of them known from an earlier run.`);
  let most = 0;
  const isEquivalent = (mutant: Mutant) => equivalents.some((entry) => isMeant(entry, mutant));
  await tryMutants(copy, wanted, kept, isEquivalent, ({ round, killed, survived, open, megabytes }) => {
    most = megabytes;
    const minutes = ((Date.now() - started) / 60_000).toFixed(1);
    const memory = `largest process ${megabytes} MB`;
    print(`  round ${round}: ${killed} killed, ${survived} survived, ${open} open (${minutes} min, ${memory})`);
  });
  return most;
}

function isIn(file: string, path: string): boolean {
  const plain = path.replace(/^\.\//, '').replace(/\/$/, '');
  return file === plain || file.startsWith(`${plain}/`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
