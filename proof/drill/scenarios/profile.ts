import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseProfile, withAssumptions } from '../../../contracts/index.js';
import { checkProfile } from '../../profiles/check-profile.js';
import { addToTally, compareAloud, say, sayEnded } from '../drill.js';
import type { Drill } from '../drill.js';
import { runHarness } from '../harness.js';
import { openSite } from '../site.js';
import type { Site } from '../site.js';
import { foreignAnswers } from '../world/foreign-answers.js';
import { sayEnding } from './suite.js';

/**
 * A tracker that answers open questions otherwise: it is observed, and the suite run with what was observed.
 *
 * @returns whether what was observed is how the tracker answers, and the suite passed and left it as it was
 */
export async function runProfile(drill: Drill): Promise<boolean> {
  say('', `A tracker that answers ${Object.keys(foreignAnswers).length} open questions otherwise:`);
  const site = await openSite(join(drill.folder, 'profile-site'), drill.seed, foreignAnswers);
  try {
    const profile = join(drill.folder, 'profile.json');
    const observed = await observe(drill, site, profile);
    const passed = observed && (await runWith(drill, site, profile));
    const differences = await compareAloud(site);
    addToTally(drill, 'profile', [observed, passed, differences.length === 0]);
    return passed && differences.length === 0;
  } finally {
    await site.close();
  }
}

async function observe({ folder }: Drill, { settings }: Site, profile: string): Promise<boolean> {
  const words = ['observe', '--output', profile, '--workers=2'];
  const ending = await runHarness(words, {
    ...settings,
    TRACKER_OUTPUT: join(folder, 'observe'),
  });
  sayEnded(ending);
  if (ending.code !== 0) return false;
  const parsed = parseProfile(JSON.parse(readFileSync(profile, 'utf8')));
  if ('faults' in parsed) throw new Error(parsed.faults.join('\n'));
  const checks = checkProfile(parsed.profile, withAssumptions(foreignAnswers), 'shared');
  const wrong = checks.filter(({ state }) => state === 'wrong');
  const count = (state: string): number => checks.filter((check) => check.state === state).length;
  say(
    `  ${count('equal')} answers were observed as they are, ${count('hidden')} can't be seen, ${wrong.length} are wrong`,
  );
  say(...wrong.map(({ id, text }) => `    - ${id}: ${text}`));
  return wrong.length === 0;
}

async function runWith({ folder, tally }: Drill, { settings }: Site, profile: string): Promise<boolean> {
  const output = join(folder, 'profile');
  const words = ['run', '--profile', profile, '--workers=2', '--retries=3', '--output=test-results/drill/profile'];
  const ending = await runHarness(words, {
    ...settings,
    TRACKER_OUTPUT: output,
    ...(tally !== undefined && { TRACKER_TALLY: tally }),
  });
  return sayEnding(ending, join(output, 'shared/rules.json'));
}
