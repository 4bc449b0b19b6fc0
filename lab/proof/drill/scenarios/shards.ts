import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { addToRunTotals, compareAloud, print } from '../drill.js';
import type { Drill } from '../drill.js';
import { runHarness } from '../harness.js';
import type { Environment } from '../environment.js';
import { printEnding } from './suite.js';

/**
 * The suite in two shards at once, which share nothing but the tracker, and then merged.
 *
 * @returns whether the merged run passed and left the tracker as it would be without it
 */
export async function runShards(drill: Drill, environment: Environment): Promise<boolean> {
  print('', 'The suite in two shards at once:');
  const folder = join(drill.folder, 'shards');
  rmSync(folder, { recursive: true, force: true });
  const endings = await Promise.all(['1', '2'].map((number) => runShard(environment, folder, number)));
  print(...endings.map(({ code }, index) => `  shard ${index + 1} ended with ${code ?? 'a signal'}`));
  const merged = await runHarness(['merge', folder], {
    TRACKER_OUTPUT: drill.folder,
    ...(drill.runTotals !== undefined && { TRACKER_RUN_TOTALS: drill.runTotals }),
  });
  const verified = printEnding(merged, join(drill.folder, 'merged/rules.json'), {});
  if (!verified) print(...endings.map(({ output }) => output));
  const differences = await compareAloud(environment);
  addToRunTotals(drill, 'shards', [verified, differences.length === 0]);
  return verified && differences.length === 0;
}

function runShard({ settings }: Environment, folder: string, number: string): ReturnType<typeof runHarness> {
  const words = [
    'run',
    `--shard=${number}/2`,
    '--workers=1',
    '--retries=3',
    `--output=tracker-output/lab/drill/${number}`,
  ];
  return runHarness(words, { ...settings, TRACKER_OUTPUT: join(folder, number) });
}
