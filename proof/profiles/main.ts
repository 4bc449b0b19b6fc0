import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseProfile, PROFILE_VERSION, withAssumptions } from '../../contracts/index.js';
import type { AssumptionOverrides, Profile } from '../../contracts/index.js';
import { loadSettings } from '../../fixtures/index.js';
import { checkProfile } from './check-profile.js';
import type { Check } from './check-profile.js';
import { everyProfile } from './every-profile.js';
import { runCommand } from './run-command.js';

/**
 * `npm run profiles [-- 1 2 …] [-- --mode shared]`: starts the fake with answers that are not the defaults, lets `observe`
 * find them out with specs that expect the defaults, compares, and runs the suite with the profile that came out.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { mode: { type: 'string' }, suite: { type: 'boolean', default: true } },
  allowNegative: true,
});
const folder = join(loadSettings().outputDir, 'profiles');
const modes = values.mode === undefined ? (['isolated', 'shared'] as const) : [values.mode as 'isolated' | 'shared'];
const numbers = positionals.length === 0 ? everyProfile.map((_, index) => index + 1) : positionals.map(Number);
let wrong = 0;

for (const number of numbers) {
  const answers = everyProfile[number - 1];
  if (answers === undefined) throw new RangeError(`There are profiles 1 to ${everyProfile.length}, and no ${number}.`);
  for (const mode of modes) wrong += await tryProfile(number, answers, mode);
}
process.stdout.write(wrong === 0 ? 'Every profile was observed as it is.\n' : `${wrong} answers or runs are wrong.\n`);
process.exitCode = wrong === 0 ? 0 : 1;

async function tryProfile(number: number, answers: AssumptionOverrides, mode: 'isolated' | 'shared'): Promise<number> {
  const [given, seen] = [join(folder, `${number}-given.json`), join(folder, `${number}-${mode}.json`)];
  mkdirSync(folder, { recursive: true });
  writeFileSync(given, JSON.stringify(profileOf(answers), null, 2));
  const env = { TRACKER_MODE: mode, TRACKER_FAKE_PROFILE: given, TRACKER_OUTPUT: join(folder, `${number}-${mode}`) };
  await runCommand(['observe', '--output', seen], env);
  const parsed = parseProfile(JSON.parse(readFileSync(seen, 'utf8')));
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'));
  const checks = checkProfile(parsed.profile, withAssumptions(answers), mode);
  process.stdout.write(`${render(number, mode, checks).join('\n')}\n`);
  const code = values.suite ? await runCommand(['run', '--profile', seen], env) : 0;
  if (values.suite) process.stdout.write(`  the suite with what was observed ends with ${code}\n`);
  return checks.filter(({ state }) => state === 'wrong').length + (code === 0 ? 0 : 1);
}

function render(number: number, mode: string, checks: readonly Check[]): string[] {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length;
  return [
    `Profile ${number}, ${mode}: ${count('equal')} equal, ${count('hidden')} hidden, ${count('wrong')} wrong`,
    ...checks.map(({ id, state, text }) => `  ${state.padEnd(7)} ${id} ${text}`),
  ];
}

function profileOf(assumptions: AssumptionOverrides): Profile {
  return {
    schemaVersion: PROFILE_VERSION,
    observedAt: new Date().toISOString(),
    harness: 'made by hand',
    tracker: { title: 'Bundled tracker', version: '0.0.0', edition: 'made by hand', build: 0 },
    assumptions,
    partlyObserved: {},
    notObserved: {},
    conflicts: {},
  };
}
