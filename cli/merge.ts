import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findShardFiles } from '../reports/shards.js';
import { configIn, runPlaywright, shippedConfig } from './support/playwright.js';
import { beginRefused } from '../reports/run/begin-result.js';
import { environmentWith, refuseUnwritableOutput, settingsOfRun } from './support/settings.js';
import type { SubCommand } from './support/sub-command.js';
import { UsageError } from './support/usage-error.js';

export function addMergeCommand(command: SubCommand): void {
  command
    .description('merge the results of all shards of a run into one matrix and one Allure report, and judge the run')
    .argument('<folder>', 'the folder with the results of all shards, at any depth')
    .notes([
      'It calls `playwright merge-reports` with the configuration of this folder, or else of `tracker-e2e verify`, and makes one',
      'Allure report. The reports go to the folder merged of TRACKER_OUTPUT. TRACKER_GATE, TRACKER_GATE_DIFFERS,',
      'TRACKER_GATE_FLAKY and TRACKER_KNOWN, if set, replace those of the shards.',
      'The exit codes are those of `tracker-e2e run`; a missing shard ends it with 1.',
      'Example:',
      '  TRACKER_REPORTS=junit,html tracker-e2e merge shards',
    ])
    .action(merge);
}

async function merge(folder: string): Promise<void> {
  const env = environmentWith({ TRACKER_SHARDS: folder });
  const { outputDir } = settingsOfRun(env, ['merged']);
  refuseUnwritableOutput({ outputDir });
  beginRefused(outputDir, ['merged']);
  const { blobs } = findShardFiles(folder);
  if (blobs.length === 0) {
    throw new UsageError(
      `There is no blob report in ${folder}: name the folder with what \`tracker-e2e run --shard\` left in TRACKER_OUTPUT.`,
    );
  }
  const gathered = mkdtempSync(join(tmpdir(), 'tracker-e2e-merge-'));
  try {
    for (const [index, blob] of blobs.entries()) copyFileSync(blob, join(gathered, `report-${index}.zip`));
    // Without a configuration Playwright merges for its list reporter, which does not judge.
    const config = configIn(process.cwd()) === undefined ? shippedConfig() : '.';
    const { code } = await runPlaywright(['merge-reports', '--config', config, gathered], env);
    process.exitCode = code;
  } finally {
    rmSync(gathered, { recursive: true, force: true });
  }
}
