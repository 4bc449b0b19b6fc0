import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { exitCodes } from '../../reports/exit-codes.js';
import { commandLine } from '../../fixtures/settings/repeat-command.js';
import { lastMatrix } from '../support/find-matrix.js';
import { hasOption, refuseMistypedOptions, selectingArguments, unknownOptions } from '../support/playwright-options.js';
import { configOf, refuseMissingConfig, refuseUnusable, runPlaywright } from '../support/playwright.js';
import {
  checkReachable,
  environmentWith,
  refuseUnknownDefect,
  refuseUnwritableOutput,
  settingsOrUsageError,
} from '../support/settings.js';
import { UsageError } from '../support/usage-error.js';
import { inOwnFolder } from './in-own-folder.js';

/** The options of `tracker-e2e run` and `tracker-e2e verify` that are not Playwright’s. */
export interface RunOptions {
  readonly shared?: boolean;
  readonly grep?: string;
  readonly shard?: string;
  readonly endpoints?: readonly string[];
  readonly rules?: readonly string[];
  readonly changedSince?: string;
  readonly reports?: string;
  readonly profile?: string;
  readonly known?: string;
}

/**
 * Runs the suite, on the fake or on the tracker of the settings.
 *
 * @param selection arguments of `playwright test`
 * @throws UsageError
 */
export async function runSuite(
  selection: readonly string[],
  { shared, grep, shard, endpoints, rules, changedSince, reports, profile, known }: RunOptions,
  command: Command,
): Promise<void> {
  refuseMistypedOptions(selection, command.options);
  const isChosen = endpoints !== undefined || rules !== undefined || changedSince !== undefined;
  if (isChosen && hasOption(selection, '--reporter')) {
    throw new UsageError(
      '--reporter replaces the reporter that selects the tests of --endpoints, --rules and --changed-since, so all tests would run. ' +
        'Add reports with --reports or TRACKER_REPORTS (junit, html, github, gitlab, markdown, blob), or a reporter with --add-reporter.',
    );
  }
  const env = environmentWith({
    TRACKER_MODE: shared === true ? 'shared' : undefined,
    TRACKER_REPORTS: reports,
    TRACKER_PROFILE: profile,
    TRACKER_KNOWN: known,
    TRACKER_COMMAND: commandLine(['npx', 'tracker-e2e', command.name(), ...typedAfter(command.name())]),
  });
  const config = configOf(selection);
  refuseMissingConfig(config);
  const settings = settingsOrUsageError(env);
  refuseUnwritableOutput(settings);
  await refuseUnknownDefect(settings);
  await checkReachable(settings);
  const chosen = [...selection, ...(grep === undefined ? [] : ['--grep', grep])];
  const selecting = selectingArguments(chosen);
  if (isChosen || selecting.length > 0) {
    env['TRACKER_GATE'] ??= 'selected';
    const typed = selecting.length > 0 ? commandLine(selecting) : undefined;
    env['TRACKER_SELECTION'] = JSON.stringify({ endpoints, rules, changedSince, typed });
  } else env['TRACKER_WHOLE_SUITE'] = 'yes';
  if (shard !== undefined) env['TRACKER_REPORTS'] = [...settings.reports, 'blob'].join(',');
  const started = Date.now();
  const args = [
    'test',
    ...chosen,
    ...(shard === undefined ? [] : [`--shard=${shard}`]),
    // A change may affect no test.
    ...(changedSince === undefined ? [] : ['--pass-with-no-tests']),
  ];
  const lastRun = join(settings.outputDir, settings.mode, 'last-run.json');
  if (selection.includes('--last-failed') && existsSync(lastRun)) env['PLAYWRIGHT_LAST_RUN_OUTPUT_FILE'] ??= lastRun;
  process.exitCode = await inOwnFolder(args, settings.outputDir, (words) => runPlaywright(words, env));
  const brokeOff = process.exitCode === exitCodes.testsFailed && lastMatrix(settings.outputDir) < started;
  if (brokeOff) refuseUnusable({ config, unknown: unknownOptions(selection) }, env);
}

/** What was typed after a word of the command line. */
function typedAfter(word: string): readonly string[] {
  return process.argv.slice(process.argv.indexOf(word) + 1);
}
