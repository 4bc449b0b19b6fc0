/** Runs the suite on fakes that answer open questions otherwise; `npm run profiles -- --help` tells how. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { assumedRuleIds, parseProfile, withAssumptions } from '../../contracts/index.js';
import type { Assumptions } from '../../contracts/index.js';
import { loadSettings } from '../../fixtures/index.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { checkProfile } from './check-profile.js';
import type { Check } from './check-profile.js';
import { everyProfile } from './every-profile.js';
import { writeGivenProfile } from './given-profile.js';
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

/** A fake, by what differs of it. */
interface Subject {
  readonly title: string;
  readonly answers: Assumptions;
  /** Whether it is drawn: then anything may hide anything, and each answer has to be seen on some fake. */
  readonly isDrawn: boolean;
  /** The settings of a run on it. */
  readonly settings: Readonly<Record<string, string>>;
}

const CONFIG = ['-c', join(import.meta.dirname, 'playwright.config.ts')];
const folder = join(loadSettings().outputDir, 'profiles');
const seen = new Set<string>();
const problems: string[] = [];
const started = Date.now();

await new Command('npm run profiles --')
  .description(
    'Draws fakes within what the documents allow. On each, observe finds out how it answers, the suite passes with what was found, and nothing fails without it; then defects are put on top.',
  )
  .argument('[sets...]', 'numbers of the fixed sets of answers to try in place of drawn fakes', numbersOf)
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

async function run(sets: readonly number[], { seeds, first, mode, suite, defects }: Options): Promise<void> {
  const modes: readonly Mode[] = mode === 'both' ? ['isolated', 'shared'] : [mode];
  for (const number of sets) for (const one of modes) await tryOut(fixedSet(number), one, suite);
  const drawn = sets.length > 0 ? [] : Array.from({ length: seeds }, (_, index) => first + index);
  for (const seed of drawn) {
    const isLast = seed === drawn.at(-1);
    // What differs in shared mode is how the suite gets its data: one fake shows it.
    for (const one of mode === 'both' && !isLast ? modes.slice(0, 1) : modes) await tryOut(drawnFake(seed), one, suite);
  }
  const [seed] = drawn;
  if (defects && seed !== undefined) {
    const code = await runDefects(seed, join(folder, String(seed)));
    tell(`defects on top of fake ${seed} end with ${code}`, code === exitCodes.passed);
  }
  if (drawn.length > 1 && mode !== 'shared') {
    const unseen = assumedRuleIds.filter((id) => !seen.has(id));
    tell(`seen on no fake: ${unseen.join(', ') || 'no answer'}`, unseen.length === 0);
  }
  process.stdout.write(
    problems.length === 0 ? `\nAll is well (${duration()}).\n` : `\n${problems.join('\n')}\n(${duration()})\n`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function numbersOf(number: string, before: readonly number[] = []): readonly number[] {
  return [...before, Number(number)];
}

function fixedSet(number: number): Subject {
  const answers = everyProfile[number - 1];
  if (answers === undefined) throw new RangeError(`There are sets 1 to ${everyProfile.length}, and no ${number}.`);
  const given = join(folder, `set-${number}`, 'given.json');
  writeGivenProfile(given, answers);
  const settings = { TRACKER_FAKE_PROFILE: given };
  return { title: `set ${number}`, answers: withAssumptions(answers), isDrawn: false, settings };
}

function drawnFake(seed: number): Subject {
  const settings = settingsOfSeed(seed, join(folder, String(seed), 'given.json'));
  return { title: `fake ${seed}`, answers: obedientTracker(seed).assumptions, isDrawn: true, settings };
}

/** Observes a fake, and runs the suite with what was observed and, on one that is drawn, without. */
async function tryOut({ title, answers, isDrawn, settings }: Subject, mode: Mode, suite: boolean): Promise<void> {
  const about = `${title}, ${mode}`;
  const output = join(folder, title.replaceAll(' ', '-'), mode);
  const profile = join(output, 'observed.json');
  const env = { ...settings, TRACKER_MODE: mode, TRACKER_OUTPUT: output };
  await runCommand(['observe', '--output', profile, ...CONFIG], env);
  const parsed = parseProfile(JSON.parse(readFileSync(profile, 'utf8')));
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'));
  const checks = checkProfile(parsed.profile, answers, mode, isDrawn);
  process.stdout.write(`${render(about, checks).join('\n')}\n`);
  for (const { id, state } of checks) if (state === 'equal') seen.add(id);
  const wrong = checks.filter(({ state }) => state === 'wrong').map(({ id }) => id);
  tell(`${about}: observed otherwise than given: ${wrong.join(', ') || 'nothing'}`, wrong.length === 0);
  if (!suite) return;
  const told = await runCommand(['run', '--profile', profile, ...CONFIG], env);
  tell(`${about}: the suite with what was observed ends with ${told}`, told === exitCodes.passed);
  if (!isDrawn) return;
  const untold = await runCommand(['run', ...CONFIG], env);
  const isSilent = untold === exitCodes.passed || untold === exitCodes.rulesUnverified;
  tell(`${about}: the suite without ends with ${untold}`, isSilent);
}

function tell(line: string, isWell: boolean): void {
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
