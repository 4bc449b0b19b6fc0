import { join } from 'node:path';
import type { AssumptionOverrides } from '../../../../contracts/index.js';
import { addToRunTotals, compareAloud, print, printEnded } from '../drill.js';
import type { Drill } from '../drill.js';
import { runHarness } from '../harness.js';
import type { Ending } from '../harness.js';
import type { Environment } from '../environment.js';
import { unverifiedRules } from '../unverified-rules.js';

/** The suite with two workers. @returns whether it passed and left the tracker as it would be without it */
export async function runSuite(drill: Drill, environment: Environment): Promise<boolean> {
  print('', 'The suite with two workers:');
  const output = join(drill.folder, 'suite');
  const ending = await runHarness(['run', '--workers=2', '--retries=3', '--output=tracker-output/lab/drill/suite'], {
    ...environment.settings,
    TRACKER_OUTPUT: output,
    ...(drill.runTotals !== undefined && { TRACKER_RUN_TOTALS: drill.runTotals }),
  });
  const verified = printEnding(ending, join(output, 'shared/rules.json'), {});
  const differences = await compareAloud(environment);
  addToRunTotals(drill, 'suite', [verified, differences.length === 0]);
  return verified && differences.length === 0;
}

/** Says how a run of the suite ended, and what it left unverified. @returns whether all is as it has to be */
export function printEnding(ending: Ending, matrixFile: string, answers: AssumptionOverrides): boolean {
  printEnded(ending);
  if (ending.code !== 0) return false;
  const { lines, problems } = unverifiedRules(matrixFile, answers);
  print('  not to be verified on a tracker of other people:', ...lines.map((line) => `    - ${line}`));
  print(...problems.map((problem) => `  ${problem}`));
  return problems.length === 0;
}
