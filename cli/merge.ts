import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { findShardFiles } from '../reports/find-shard-files.js';
import { refuseBrokenBlobs } from './refuse-broken-blobs.js';
import { refuseMissingConfig } from './refuse-missing-config.js';
import { runPlaywright } from './run-playwright.js';
import { settingsOrUsageError } from './settings-or-usage-error.js';
import { UsageError } from './usage-error.js';

interface MergeOptions {
  readonly reports?: string;
  readonly config: string;
}

/** `tracker-e2e merge`: makes one run of what its shards left, and judges it. */
export function addMergeCommand(program: Command): void {
  program
    .command('merge')
    .description('merge what the shards of a run left into one matrix and one Allure report, and judge the run')
    .summary('judge a run that was run in shards')
    .argument('<folder>', 'the folder with what all shards left, in folders of any depth')
    .option('--reports <kinds>', 'reports to write too: junit, html, github; the same as TRACKER_REPORTS')
    .option('-c, --config <file>', 'the configuration of Playwright, or its folder', '.')
    .addHelpText(
      'after',
      [
        '',
        'The run is judged as it would have been in one piece, save where TRACKER_GATE, TRACKER_GATE_DIFFERS or',
        'TRACKER_GATE_FLAKY is set. Exit codes are those of `tracker-e2e run`; a shard that is missing ends it with 1.',
        'The reports go to the folder merged of TRACKER_OUTPUT.',
        'Example:\n  tracker-e2e merge shards --reports junit,html',
      ].join('\n'),
    )
    .action(merge);
}

async function merge(folder: string, { reports, config }: MergeOptions): Promise<void> {
  if (reports !== undefined) process.env['TRACKER_REPORTS'] = reports;
  settingsOrUsageError();
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new UsageError(`${folder} is no folder: name the one with what all shards left.`);
  }
  refuseMissingConfig(config);
  const { blobs } = findShardFiles(folder);
  if (blobs.length === 0) {
    throw new UsageError(
      `There is no blob report in ${folder}: name the folder with what \`tracker-e2e run --shard\` left in TRACKER_OUTPUT.`,
    );
  }
  refuseBrokenBlobs(blobs);
  process.env['TRACKER_SHARDS'] = folder;
  // Playwright wants all of them in one folder, and unpacks them there.
  const gathered = mkdtempSync(join(tmpdir(), 'tracker-e2e-merge-'));
  try {
    for (const [index, blob] of blobs.entries()) copyFileSync(blob, join(gathered, `report-${index}.zip`));
    process.exitCode = await runPlaywright(['merge-reports', '--config', config, gathered]);
  } finally {
    rmSync(gathered, { recursive: true, force: true });
  }
}
