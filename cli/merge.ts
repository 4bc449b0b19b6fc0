import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SubCommand, Texts } from './support/sub-command.js';
import { messageOf } from '../contracts/thrown.js';
import { findShardFiles } from '../reports/shards.js';
import { configIn, refuseMissingConfig, runPlaywright, shippedConfig } from './support/playwright.js';
import { environmentWith, refuseUnwritableOutput, settingsOfCommand } from './support/settings.js';
import { UsageError } from './support/usage-error.js';

type MergeOptions = Texts<'reports' | 'known' | 'config'>;

export function addMergeCommand(command: SubCommand): void {
  command
    .description('merge the results of all shards of a run into one matrix and one Allure report, and judge the run')
    .argument('<folder>', 'the folder with the results of all shards, at any depth')
    .option(
      '--reports <kinds>',
      'additional reports: junit, html, github, gitlab, markdown, ctrf; the same as TRACKER_REPORTS',
    )
    .option(
      '--known <file>',
      'the file of known failures, instead of the file of the shards; the same as TRACKER_KNOWN',
    )
    .option(
      '-c, --config <file>',
      'the configuration of Playwright, or its folder; by default of this folder, or else of `tracker-e2e verify`',
    )
    .notes([
      'The verdict is the same as without shards, unless TRACKER_GATE, TRACKER_GATE_DIFFERS or TRACKER_GATE_FLAKY is set.',
      'Known failures are read from the file of the shards, unless --known names another. The reports go to the folder',
      'merged of TRACKER_OUTPUT. The exit codes are those of `tracker-e2e run`; a missing shard ends it with 1.',
      'Example:\n  tracker-e2e merge shards --reports junit,html',
    ])
    .action(merge);
}

async function merge(
  folder: string,
  { reports, known, config = configIn(process.cwd()) !== undefined ? '.' : shippedConfig() }: MergeOptions,
): Promise<void> {
  const env = environmentWith({ TRACKER_REPORTS: reports, TRACKER_KNOWN: known });
  refuseUnwritableOutput(settingsOfCommand(env));
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
  const gathered = gatherBlobs(blobs);
  try {
    const merged = { ...env, TRACKER_SHARDS: folder };
    const { code } = await runPlaywright(['merge-reports', '--config', config, gathered], merged);
    process.exitCode = code;
  } finally {
    rmSync(gathered, { recursive: true, force: true });
  }
}

/** The first bytes of an archive, and the first bytes of the list of contents at its end. */
const [BEGIN, END] = [Buffer.from('PK\x03\x04', 'latin1'), Buffer.from('PK\x05\x06', 'latin1')];

/** Refuses blob reports that are no archives, or that were cut off on their way. @throws UsageError that names each */
function refuseBrokenBlobs(files: readonly string[]): void {
  const broken = files.filter((file) => {
    const bytes = readFileSync(file);
    return !bytes.subarray(0, 4).equals(BEGIN) || bytes.lastIndexOf(END) < 0;
  });
  if (broken.length === 0) return;
  throw new UsageError(
    broken
      .map((file) => `${file} is no blob report, or was cut off: fetch it again, or run that shard again.`)
      .join('\n'),
  );
}

/** Copies blob reports into one new folder, as Playwright wants them to merge. @throws UsageError if there is no room */
function gatherBlobs(blobs: readonly string[]): string {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-merge-'));
    for (const [index, blob] of blobs.entries()) copyFileSync(blob, join(folder, `report-${index}.zip`));
    return folder;
  } catch (cause) {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    throw new UsageError(
      `The shards can't be copied to ${tmpdir()} (${messageOf(cause)}): make room there, or name another folder with TMPDIR.`,
      undefined,
      { cause },
    );
  }
}
