import { copyFileSync, existsSync, mkdtempSync, rmSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { Flags, SubCommand, Texts } from './support/sub-command.js';
import { exitCodeMeanings, exitCodes } from '../reports/exit-codes.js';
import { commandLine } from '../client/settings/repeat-command.js';
import { beginResult, resultFolder } from '../reports/run/begin-result.js';
import { isRun, REPLACED } from '../reports/run/expect-end.js';
import { sortArguments } from '../reports/playwright-options.js';
import {
  refuseMistypedOptions,
  configOf,
  refuseMissingConfig,
  refuseMissingFiles,
  refuseUnusable,
  runPlaywright,
} from './support/playwright.js';
import { checkReachable, environmentWith, refuseUnwritableOutput, settingsOfRun } from './support/settings.js';
import { UsageError } from './support/usage-error.js';
import { createHash } from 'node:crypto';
import { messageOf } from '../contracts/thrown.js';
import { makeFolder } from '../client/settings/output-folder.js';
import { clearLeftResults, resultsOfRun, isRunning } from '../reports/replace.js';
import { print, printError } from '../client/print.js';

export function addRunCommand(command: SubCommand): void {
  command.description('run the suite against the bundled fake, or against the tracker that TRACKER_URL names');
  addRunOptions(command)
    .notes([
      'Examples:',
      '  tracker-e2e run                              all, each test on a fake of its own',
      '  tracker-e2e run --grep @DT-13                only the tests of a rule',
      '  tracker-e2e run --only-changed=origin/main   the specs that this branch changes',
      '  tracker-e2e run specs/directory-sync --retries=1   a folder, with options of Playwright',
      '  tracker-e2e run specs/create.spec.ts:44      the test with this line, such as one that a failure names',
      '  tracker-e2e run --shared --reports junit,html',
      '`tracker-e2e verify` runs the suite of this package.',
    ])
    .action(runSuite);
}

export function addRunOptions(command: SubCommand): SubCommand {
  return command
    .argument('[playwright arguments...]', 'files or titles to run, and any option of `playwright test`')
    .option('--shared', 'on the fake: one tracker for all tests, with other people’s data, instead of one each')
    .option('-g, --grep <pattern>', 'only tests that match, for example @DT-13')
    .option('--shard <current/total>', 'one part of the suite, such as 2/4; `tracker-e2e merge` judges them together')
    .option(
      '--reports <kinds>',
      'additional reports: junit, html, github, gitlab, markdown, ctrf, blob; the same as TRACKER_REPORTS',
    )
    .option(
      '--profile <file>',
      'a profile of `tracker-e2e observe`: the answers that specs expect; the same as TRACKER_PROFILE',
    )
    .option('--known <file>', 'the file of known failures, which do not fail the run; the same as TRACKER_KNOWN')
    .allowUnknownOption()
    .notes([
      'Settings come from the environment and from .env; docs/settings.md and examples/.env.example explain each.',
      'Exit codes:',
      ...Object.entries(exitCodeMeanings).map(([code, meaning]) => `${code.padStart(5)}  ${meaning}`),
      'The gate asks a run of some tests only for the rules of these tests, a run of all for every documented rule in scope.',
    ]);
}

type RunOptions = Texts<'grep' | 'shard' | 'reports' | 'profile' | 'known'> & Flags<'shared'>;

export async function runSuite(
  selection: readonly string[],
  { shared, grep, shard, reports, profile, known }: RunOptions,
  command: SubCommand,
): Promise<void> {
  const chosen = [...selection, ...(grep === undefined ? [] : ['--grep', grep])];
  const { options, unknown, words } = sortArguments(chosen);
  const name = command.name();
  const typed = process.argv.slice(process.argv.indexOf(name) + 1);
  const env = environmentWith({
    TRACKER_MODE: shared === true ? 'shared' : undefined,
    TRACKER_REPORTS: reports,
    TRACKER_PROFILE: profile,
    TRACKER_KNOWN: known,
    TRACKER_COMMAND: commandLine(['npx', 'tracker-e2e', name, ...typed]),
  });
  // What `tracker-e2e observe` sets: its reporter judges nothing.
  delete env['TRACKER_OBSERVATIONS'];
  const settings = settingsOfRun(env, ['isolated', 'shared']);
  refuseUnwritableOutput(settings);
  if (isRun(selection)) beginResult(resultFolder(settings, settings.mode));
  refuseMistypedOptions(selection, command.options);
  if (options.some(({ names }) => names.includes('--reporter'))) throw new UsageError(REPLACED);
  const config = configOf(selection);
  refuseMissingConfig(config);
  refuseMissingFiles(words, config);
  // It refuses a defect that the fake can't have.
  const { overrideOf } = await import('../provide/isolated/fake-host.js');
  await overrideOf(settings.defect);
  await checkReachable(settings);
  if (shard !== undefined) env['TRACKER_REPORTS'] = [...settings.reports, 'blob'].join(',');
  const args = ['test', ...atFirstLines(chosen), ...(shard === undefined ? [] : [`--shard=${shard}`])];
  const lastRun = join(settings.outputDir, settings.mode, 'last-run.json');
  const copy = selection.includes('--last-failed') && existsSync(lastRun) ? copyOf(lastRun) : undefined;
  if (copy !== undefined) env['PLAYWRIGHT_LAST_RUN_OUTPUT_FILE'] ??= copy;
  const { code, isJudged } = await runInOwnFolder(args, settings.outputDir, env);
  if (copy !== undefined) rmSync(dirname(copy), { recursive: true });
  process.exitCode = code;
  if (!isJudged && code === exitCodes.testsFailed) refuseUnusable({ config, unknown }, env);
}

/** A copy of a file for Playwright, which writes there what failed in this run, or in this shard of it only. */
function copyOf(file: string): string {
  const copy = join(mkdtempSync(join(tmpdir(), 'tracker-e2e-last-run-')), basename(file));
  copyFileSync(file, copy);
  return copy;
}

/** The first line of a test or a `describe`: a call with a title. */
const begins = /^\s*(?:\w*[tT]est|it)(?:\.(?:only|skip|fixme|fail|describe(?:\.\w+)?))?\((?:['"`]|\.\.\.|\s*$)/;

/** Words such as `create.spec.ts:44` with the first line of that test, by which alone Playwright knows a test. */
function atFirstLines(words: readonly string[]): string[] {
  return words.map((word) => {
    const [, path = '', line] = /^(.+\.[cm]?[jt]sx?):(\d+)(?::\d+)?$/.exec(word) ?? [];
    if (line === undefined || !existsSync(path)) return word;
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, Number(line));
    const first = lines.findLastIndex((text) => begins.test(text)) + 1;
    return first === 0 ? word : `${path}:${first}`;
  });
}

const OUTPUT = /^--output(=|$)/;

/**
 * If another run goes on in the working directory, traces and other files of the tests go to a folder of this run's own:
 * Playwright empties the usual one when a run starts.
 */
async function runInOwnFolder(args: readonly string[], outputDir: string, env: NodeJS.ProcessEnv) {
  const { isShared, leave } = enterFolder();
  const kept = resolve(join(outputDir, 'test-results'));
  clearLeftResults(kept);
  const own = isShared && !args.some((argument) => OUTPUT.test(argument)) ? resultsOfRun(kept) : undefined;
  if (own !== undefined) print(`Another run goes on in this folder, so files of tests go to ${own}`);
  try {
    return await runPlaywright(own === undefined ? args : [...args, `--output=${own}`], env);
  } finally {
    leave();
  }
}

/** Says on this machine that a run goes on in the working directory, until `leave` is called. */
function enterFolder(): { readonly isShared: boolean; readonly leave: () => void } {
  const folder = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 12);
  const runs = join(tmpdir(), `tracker-e2e-runs-${userInfo().uid}`, folder);
  const own = join(runs, String(process.pid));
  try {
    makeFolder(runs);
    // Written before reading: if two runs start at the same moment, each sees the other.
    writeFileSync(own, '');
  } catch (error) {
    printError(`Whether another run goes on in this folder can't be told: ${messageOf(error)}`);
    return { isShared: false, leave: () => undefined };
  }
  const others = readdirSync(runs).filter((pid) => pid !== String(process.pid));
  const gone = others.filter((pid) => !isRunning(Number(pid)));
  for (const pid of gone) rmSync(join(runs, pid), { force: true });
  return {
    isShared: others.length > gone.length,
    leave: () => {
      rmSync(own, { force: true });
    },
  };
}
