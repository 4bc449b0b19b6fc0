/** Runs the suite on fakes drawn within what the documents allow; `npm run profiles -- --help` tells how. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { assumedRuleIds, parseProfile } from '../../../contracts/index.js';
import { judgedMatrixSchema } from '../../../contracts/report/matrix.js';
import { loadSettings } from '../../../fixtures/index.js';
import { exitCodes } from '../../../reports/exit-codes.js';
import { checkProfile } from './check-profile.js';
import type { Check } from './check-profile.js';
import { unverifiableOf } from './hidden.js';
import { obedientTracker } from './obedient-tracker.js';
import { settingsOfSeed } from './obedient-options.js';
import { runCommand } from './run-command.js';
import { runDefects } from './run-defects.js';

type Mode = 'isolated' | 'shared';

interface Options {
  readonly seeds: number;
  readonly first: number;
  readonly mode: Mode | 'both';
  readonly suite: boolean;
  readonly defects: boolean;
}

const CONFIG = ['-c', join(import.meta.dirname, 'playwright.config.ts')];
// A copy, because loadSettings completes settings and each run completes its own.
const folder = join(loadSettings({ ...process.env }).outputDir, 'profiles');
const seen = new Set<string>();
const problems: string[] = [];
const started = Date.now();

await new Command('npm run profiles --')
  .description(
    'Draws fakes within what the documents allow. On each, observe finds out how it answers, the suite passes with what was found, and nothing fails without it; then defects are put on top.',
  )
  .option('--seeds <count>', 'how many fakes to draw', Number, 3)
  .option('--first <seed>', 'the seed of the first', Number, 1)
  .addOption(
    new Option('--mode <mode>', 'a tracker for each test, one for all; by default the last fake is also shared')
      .choices(['isolated', 'shared', 'both'])
      .default('both'),
  )
  .option('--no-suite', 'only observe')
  .option('--no-defects', 'put no defects on top')
  .action(run)
  .parseAsync();

async function run({ seeds, first, mode, suite, defects }: Options): Promise<void> {
  const modes: readonly Mode[] = mode === 'both' ? ['isolated', 'shared'] : [mode];
  const drawn = Array.from({ length: seeds }, (_, index) => first + index);
  for (const seed of drawn) {
    const isLast = seed === drawn.at(-1);
    // What differs in shared mode is how the suite gets its data: one fake shows it.
    for (const one of mode === 'both' && !isLast ? modes.slice(0, 1) : modes) await tryOut(seed, one, suite);
  }
  const [seed] = drawn;
  if (defects && seed !== undefined) {
    const code = await runDefects(seed, join(folder, String(seed)));
    check(`defects on top of fake ${seed} end with ${code}`, code === exitCodes.passed);
  }
  if (drawn.length > 1 && mode !== 'shared') {
    const unseen = assumedRuleIds.filter((id) => !seen.has(id));
    check(`seen on no fake: ${unseen.join(', ') || 'no answer'}`, unseen.length === 0);
  }
  process.stdout.write(
    problems.length === 0 ? `\nAll is well (${duration()}).\n` : `\n${problems.join('\n')}\n(${duration()})\n`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** Observes the fake of a seed, and runs the suite with what was observed and without. */
async function tryOut(seed: number, mode: Mode, suite: boolean): Promise<void> {
  const about = `fake ${seed}, ${mode}`;
  const output = join(folder, `fake-${seed}`, mode);
  const settings = settingsOfSeed(seed, join(folder, String(seed), 'given.json'));
  const profile = join(output, 'observed.json');
  const env = { ...settings, TRACKER_MODE: mode, TRACKER_OUTPUT: output };
  await runCommand(['observe', '--output', profile, ...CONFIG], env);
  const parsed = parseProfile(JSON.parse(readFileSync(profile, 'utf8')));
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'));
  const { assumptions } = obedientTracker(seed);
  const checks = checkProfile(parsed.profile, assumptions, mode);
  process.stdout.write(`${render(about, checks).join('\n')}\n`);
  for (const { id, state } of checks) if (state === 'equal') seen.add(id);
  const wrong = checks.filter(({ state }) => state === 'wrong').map(({ id }) => id);
  check(`${about}: observed otherwise than given: ${wrong.join(', ') || 'nothing'}`, wrong.length === 0);
  if (!suite) return;
  const told = await runCommand(['run', '--profile', profile, ...CONFIG], env);
  const open = told === exitCodes.rulesUnverified ? unverifiedIn(join(output, mode, 'rules.json')) : [];
  const mayBeOpen = unverifiableOf(assumptions, mode);
  check(
    `${about}: the suite with what was observed ends with ${told}${open.length > 0 ? `: ${open.join(', ')}` : ''}`,
    told === exitCodes.passed || (open.length > 0 && open.every((id) => mayBeOpen.includes(id))),
  );
  // The login is given to a run and not guessed: on a tracker of others, the token in place of the password.
  const login = JSON.stringify({ 'AD-N01': assumptions['AD-N01'] });
  const untold = await runCommand(['run', ...CONFIG], { ...env, TRACKER_ASSUMPTIONS: login });
  const isSilent = untold === exitCodes.passed || untold === exitCodes.rulesUnverified;
  check(`${about}: the suite without ends with ${untold}`, isSilent);
}

/** The rules that a run should have verified and did not. */
function unverifiedIn(matrixFile: string): string[] {
  const { rules } = judgedMatrixSchema.parse(JSON.parse(readFileSync(matrixFile, 'utf8')));
  return rules.filter(({ kind, state }) => kind === 'documented' && state === 'unverified').map(({ id }) => id);
}

function check(line: string, isWell: boolean): void {
  process.stdout.write(`  ${duration()}  ${isWell ? 'well ' : 'WRONG'}  ${line}\n`);
  if (!isWell) problems.push(line);
}

function duration(): string {
  return `${((Date.now() - started) / 60_000).toFixed(1)} min`;
}

function render(about: string, checks: readonly Check[]): string[] {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length;
  return [
    `${about}: ${count('equal')} equal, ${count('hidden')} hidden, ${count('wrong')} wrong`,
    ...checks.map(({ id, state, text }) => `  ${state.padEnd(7)} ${id} ${text}`),
  ];
}
