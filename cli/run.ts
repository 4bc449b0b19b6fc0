import type { Command } from 'commander';
import { exitCodes } from '../reports/exit-codes.js';
import { checkReachable } from './check-reachable.js';
import { configOf } from './config-of.js';
import { lastMatrix } from './find-matrix.js';
import { inOwnFolder } from './in-own-folder.js';
import { playwrightOptions } from './playwright-options.js';
import { refuseBrokenConfig } from './refuse-broken-config.js';
import { refuseMissingConfig } from './refuse-missing-config.js';
import { refuseUnknownOptions } from './refuse-unknown-options.js';
import { runPlaywright } from './run-playwright.js';
import { settingsOrUsageError } from './settings-or-usage-error.js';

interface RunOptions {
  readonly shared?: boolean;
  readonly grep?: string;
  readonly shard?: string;
  readonly reports?: string;
  readonly profile?: string;
}

/** `tracker-e2e run`: the regression suite, with the reports and the gate. */
export function addRunCommand(program: Command): void {
  program
    .command('run')
    .description('run the suite against the bundled fake, or against the tracker that TRACKER_URL names')
    .summary('run the suite, on the fake or on a tracker')
    .argument('[playwright arguments...]', 'files or titles to run, and any option of `playwright test`')
    .option('--shared', 'on the fake: one tracker for all tests, full of other people’s data, instead of one each')
    .option('-g, --grep <pattern>', 'only tests that match, for example @DT-13')
    .option('--shard <current/total>', 'one part of the suite, such as 2/4; `tracker-e2e merge` judges them together')
    .option('--reports <kinds>', 'reports to write too: junit, html, github, blob; the same as TRACKER_REPORTS')
    .option('--profile <file>', 'what `tracker-e2e observe` wrote: what the specs expect; the same as TRACKER_PROFILE')
    .allowUnknownOption()
    .addHelpText(
      'after',
      [
        '',
        'Settings come from the environment and from .env; docs/settings.md and .env.example explain each.',
        'Exit codes: 0 passed, 1 tests failed, 2 bad settings, 3 rules unverified, 4 tracker unreachable,',
        '5 assumptions differ (only where TRACKER_GATE_DIFFERS=fails); 6 is for `tracker-e2e sweep` alone.',
        'A run of some tests only asks for the rules of those; a run of all asks for every documented rule in reach.',
        'Examples:',
        '  tracker-e2e run                              all, each test on a fake of its own',
        '  tracker-e2e run --grep @DT-13                only the tests of a rule',
        '  tracker-e2e run specs/directory-sync --retries=1   a folder, with options of Playwright',
        '  tracker-e2e run --shared --reports junit,html',
      ].join('\n'),
    )
    .action(run);
}

async function run(
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
