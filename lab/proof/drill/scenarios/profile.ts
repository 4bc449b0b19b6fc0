import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseProfile, withAssumptions } from '../../../../contracts/index.js';
import { checkProfile } from '../../profiles/check-profile.js';
import { addToRunTotals, compareAloud, print, printEnded } from '../drill.js';
import type { Drill } from '../drill.js';
import { runHarness } from '../harness.js';
import { openEnvironment } from '../environment.js';
import type { Environment } from '../environment.js';
import { foreignAnswers } from '../world/foreign-answers.js';
import { printEnding } from './suite.js';

/**
 * A tracker that answers open questions otherwise: it is observed, and the suite run with what was observed.
 *
 * @returns whether what was observed is how the tracker answers, and the suite passed and left it as it was
 */
export async function runProfile(drill: Drill): Promise<boolean> {
  print('', `A tracker that answers ${Object.keys(foreignAnswers).length} open questions otherwise:`);
  const environment = await openEnvironment(join(drill.folder, 'profile-environment'), drill.seed, foreignAnswers);
  try {
    const profile = join(drill.folder, 'profile.json');
    const observed = await observe(drill, environment, profile);
    const passed = observed && (await runWith(drill, environment, profile));
    const differences = await compareAloud(environment);
    addToRunTotals(drill, 'profile', [observed, passed, differences.length === 0]);
    return passed && differences.length === 0;
  } finally {
    await environment.close();
  }
}

async function observe({ folder }: Drill, { settings }: Environment, profile: string): Promise<boolean> {
  const words = ['observe', '--output', profile, '--workers=2'];
  const ending = await runHarness(words, {
    ...settings,
    TRACKER_OUTPUT: join(folder, 'observe'),
  });
  printEnded(ending);
  if (ending.code !== 0) return false;
  const parsed = parseProfile(JSON.parse(readFileSync(profile, 'utf8')));
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'));
  const checks = checkProfile(parsed.profile, withAssumptions(foreignAnswers), 'shared');
  const wrong = checks.filter(({ state }) => state === 'wrong');
  const count = (state: string): number => checks.filter((check) => check.state === state).length;
  print(
    `  ${count('equal')} answers were observed as they are, ${count('hidden')} can't be seen, ${wrong.length} are wrong`,
  );
  print(...wrong.map(({ id, text }) => `    - ${id}: ${text}`));
  return wrong.length === 0;
}

async function runWith({ folder, runTotals }: Drill, { settings }: Environment, profile: string): Promise<boolean> {
  const output = join(folder, 'profile');
  const words = [
    'run',
    '--profile',
    profile,
    '--workers=2',
    '--retries=3',
    '--output=tracker-output/lab/drill/profile',
  ];
  const ending = await runHarness(words, {
    ...settings,
    TRACKER_OUTPUT: output,
    ...(runTotals !== undefined && { TRACKER_RUN_TOTALS: runTotals }),
  });
  return printEnding(ending, join(output, 'shared/rules.json'), foreignAnswers);
}
