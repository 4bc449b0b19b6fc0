import { join } from 'node:path';
import { addToTally, compareAloud, say, sayEnded } from '../drill.js';
import type { Drill } from '../drill.js';
import { runHarness } from '../harness.js';
import type { Ending } from '../harness.js';
import type { Site } from '../site.js';
import { unverifiedRules } from '../unverified-rules.js';

/** The suite with two workers. @returns whether it passed and left the tracker as it would be without it */
export async function runSuite(drill: Drill, site: Site): Promise<boolean> {
  say('', 'The suite with two workers:');
  const output = join(drill.folder, 'suite');
  const ending = await runHarness(['run', '--workers=2', '--retries=3', '--output=test-results/drill/suite'], {
    ...site.settings,
    TRACKER_OUTPUT: output,
    ...(drill.tally !== undefined && { TRACKER_TALLY: drill.tally }),
  });
  const verified = sayEnding(ending, join(output, 'shared/rules.json'));
  const differences = await compareAloud(site);
  addToTally(drill, 'suite', [verified, differences.length === 0]);
  return verified && differences.length === 0;
}

/** Says how a run of the suite ended, and what it left unverified. @returns whether all is as it has to be */
export function sayEnding(ending: Ending, matrixFile: string): boolean {
  sayEnded(ending);
  if (ending.code !== 0) return false;
  const { lines, faults } = unverifiedRules(matrixFile);
  say('  not to be verified on a tracker of other people:', ...lines.map((line) => `    - ${line}`));
  say(...faults.map((fault) => `  ${fault}`));
  return faults.length === 0;
}
