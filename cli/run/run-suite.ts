import type { Command } from 'commander';
import { exitCodes } from '../../reports/exit-codes.js';
import { checkReachable } from '../check-reachable.js';
import { configOf } from '../config-of.js';
import { lastMatrix } from '../find-matrix.js';
import { playwrightOptions } from '../playwright-options.js';
import { refuseBrokenConfig } from '../refuse-broken-config.js';
import { refuseMissingConfig } from '../refuse-missing-config.js';
import { refuseUnknownOptions } from '../refuse-unknown-options.js';
import { runPlaywright } from '../run-playwright.js';
import { settingsOrUsageError } from '../settings-or-usage-error.js';
import { inOwnFolder } from './in-own-folder.js';

/** The options of `tracker-e2e run` that are not Playwright’s. */
export interface RunOptions {
  readonly shared?: boolean;
  readonly grep?: string;
  readonly shard?: string;
  readonly reports?: string;
  readonly profile?: string;
}

/**
 * Runs the suite, on the fake or on the tracker of the settings.
 *
 * @param selection arguments of `playwright test`
 * @throws UsageError
 */
export async function runSuite(
  selection: readonly string[],
  { shared, grep, shard, reports, profile }: RunOptions,
  { options }: Command,
): Promise<void> {
  refuseUnknownOptions(selection, options, playwrightOptions);
  if (shared === true) process.env['TRACKER_MODE'] = 'shared';
  if (reports !== undefined) process.env['TRACKER_REPORTS'] = reports;
  if (profile !== undefined) process.env['TRACKER_PROFILE'] = profile;
  const config = configOf(selection);
  refuseMissingConfig(config);
  const settings = settingsOrUsageError();
  await checkReachable(settings);
  const chosen = [...selection, ...(grep === undefined ? [] : ['--grep', grep])];
  if (selectsTests(chosen)) process.env['TRACKER_GATE'] ??= 'selected';
  else process.env['TRACKER_WHOLE_SUITE'] = 'yes';
  if (shard !== undefined) process.env['TRACKER_REPORTS'] = [...settings.reports, 'blob'].join(',');
  const started = Date.now();
  const args = ['test', ...chosen, ...(shard === undefined ? [] : [`--shard=${shard}`])];
  process.exitCode = await inOwnFolder(args, settings.outputDir, runPlaywright);
  const brokeOff = process.exitCode === exitCodes.testsFailed && lastMatrix(settings.outputDir) < started;
  if (brokeOff) refuseBrokenConfig(config);
}

/** Options of `playwright test` that choose tests. */
const WHICH = /^(-g|-gv|-G|--(grep|grep-invert|project|last-failed|only-changed|test-list|test-list-invert))(=|$)/;

/** Options of `playwright test` that take a value which stands by itself. */
const WITH_VALUE =
  /^(-j|-c|--(workers|config|retries|reporter|timeout|trace|output|repeat-each|max-failures|global-timeout|tsconfig|shard))$/;

/** Whether arguments of `playwright test` may leave tests out: options that choose tests, and words that name them. */
function selectsTests(args: readonly string[]): boolean {
  return args.some((argument, index) => {
    if (argument.startsWith('-')) return WHICH.test(argument);
    return !WITH_VALUE.test(args[index - 1] ?? '');
  });
}
