import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { loadSettings, SettingsError, trackerUnreachableReason } from '../fixtures/index.js';
import type { Settings } from '../fixtures/index.js';
import { exitCodes } from '../reports/exit-codes.js';
import { UsageError } from './usage-error.js';

interface RunOptions {
  readonly shared?: boolean;
  readonly grep?: string;
}

/** `tracker-e2e run`: the regression suite, with the reports and the gate. */
export function addRunCommand(program: Command): void {
  program
    .command('run')
    .description('run the suite against the bundled fake, or against the tracker that TRACKER_URL names')
    .argument('[playwright arguments...]', 'files or titles to run, and any option of `playwright test`')
    .option('--shared', 'on the fake: one tracker for all tests, full of other people’s data, instead of one each')
    .option('-g, --grep <pattern>', 'only tests that match, for example @DT-13')
    .allowUnknownOption()
    .addHelpText(
      'after',
      [
        '',
        'Settings come from the environment and from .env; .env.example explains each.',
        'Exit codes: 0 passed, 1 tests failed, 2 bad settings, 3 rules unverified, 4 tracker unreachable.',
        'A run of some tests only asks for the rules of those; a run of all asks for every documented rule.',
      ].join('\n'),
    )
    .action(run);
}

async function run(selection: readonly string[], { shared, grep }: RunOptions): Promise<void> {
  if (shared === true) process.env['TRACKER_MODE'] = 'shared';
  const settings = settingsOrUsageError();
  await checkReachable(settings);
  const chosen = [...selection, ...(grep === undefined ? [] : ['--grep', grep])];
  process.env['TRACKER_GATE'] = settings.gate ?? (selectsTests(chosen) ? 'selected' : 'all');
  process.exitCode = await playwright(['test', ...chosen]);
}

/** Options of `playwright test` that say how tests run and not which. */
const HOW = /^(-j|--(workers|retries|reporter|timeout|trace|output|repeat-each))(=|$)/;

/** Whether arguments of `playwright test` may leave tests out: all do but those that say how tests run. */
function selectsTests(args: readonly string[]): boolean {
  return args.some((argument, index) => {
    const before = args[index - 1] ?? '';
    const isValue = HOW.test(before) && !before.includes('=');
    return !HOW.test(argument) && !isValue;
  });
}

function settingsOrUsageError(): Settings {
  try {
    return loadSettings();
  } catch (cause) {
    if (cause instanceof SettingsError) throw new UsageError(cause.message, exitCodes.badSettings, { cause });
    throw cause;
  }
}

async function checkReachable(settings: Settings): Promise<void> {
  const reason = await trackerUnreachableReason(settings);
  if (reason !== undefined) throw new UsageError(reason, exitCodes.trackerUnreachable);
}

/** Runs Playwright's own command in the working directory. @returns its exit code */
function playwright(args: readonly string[]): Promise<number> {
  const command = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], { stdio: 'inherit' });
    // Playwright ends on Ctrl+C by itself, with its reports; this process only waits for it.
    process.on('SIGINT', () => undefined).on('SIGTERM', () => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? exitCodes.testsFailed));
  });
}
