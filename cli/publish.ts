import { Option } from 'commander';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Flags, SubCommand, Texts } from './support/sub-command.js';
import * as z from 'zod';
import { pageSchema, resultsSchema } from '../reports/documents/results.js';
import type { Results } from '../reports/documents/results.js';
import { HarnessError, SetupError, TrackerOutageError, messageToPrint } from '../client/errors.js';
import { UnreachableError } from '../client/wire-errors.js';
import { keepSecrets } from '../client/secrets.js';
import { exitCodes } from '../reports/exit-codes.js';
import { publishDefaults } from '../reports/results/publish/find-plan.js';
import type { PublishChoice } from '../reports/results/publish/find-plan.js';
import { findRunUrl, mergeResults, resultsOfMatrix, secretsInEnvironment } from '../reports/results/run-results.js';
import { unfinishedRunReason } from '../reports/run/begin-result.js';
import { readJsonFileOrUsageError } from './support/files.js';
import { readMatrix } from './support/find-matrix.js';
import { checkReachable, settingsOfCommand } from './support/settings.js';
import { UsageError } from './support/usage-error.js';
import { print } from '../client/print.js';

export function addPublishCommand(command: SubCommand): void {
  command
    .description('publish the results of a run in a test plan: a case for each test, with steps and status')
    .argument(
      '<runs...>',
      'the results.json of the reporter tracker-e2e/results, the rules.json of a run, or a folder of one; all shards of a run',
    )
    .option('--plan <key>', 'the test plan')
    .option('--release <name>', 'find the plan of a release, or make it')
    .option('--project <key>', 'the project with the plans of releases')
    .option('--template <key>', 'the template of new cases whose test names none')
    .addOption(
      new Option(
        '--by <test|rule>',
        'one case for each test or for each rule, for tests that name no case (default: test)',
      ).choices(['test', 'rule']),
    )
    .option('--passed <step,case>', 'the statuses of passed steps and passed cases in the project (default: Pass,Pass)')
    .option('--failed <step,case>', 'the statuses of failed steps and failed cases in the project (default: Fail,Fail)')
    .addOption(
      new Option(
        '--iteration <current|next>',
        'next begins a new iteration of the plan first (default: current)',
      ).choices(['current', 'next']),
    )
    .option('--run-url <url>', 'the page that shows the run; by default what the CI server tells')
    .option('--dry-run', 'change nothing, send GET only, and print the changes')
    .notes([
      'You can repeat it at any time, also after it was killed, because the tracker has the record of it. It changes only the',
      'plan and its cases, and keeps the changes of people there.',
      'Exit codes: 0 published; 1 some cases failed; 2 bad settings, or a file can’t be used; 4 tracker unreachable.',
      'Examples:',
      '  tracker-e2e publish results.json --plan QA-50 --dry-run',
      '  tracker-e2e publish shard-1/results.json shard-2/results.json --release 2.4 --project QA',
      '  tracker-e2e publish tracker-output/isolated --plan QA-50 --by rule',
    ])
    .action(publishRuns);
}

type PublishOptions = Texts<'plan' | 'release' | 'project' | 'template' | 'passed' | 'failed' | 'runUrl'> &
  Flags<'dryRun'> &
  Pick<Partial<PublishChoice>, 'by' | 'iteration'>;

async function publishRuns(runs: readonly [string, ...string[]], options: PublishOptions): Promise<void> {
  const [first, ...more] = runs;
  const { run, ...read } = mergeResults([readResults(first), ...more.map(readResults)]);
  keepSecrets(secretsInEnvironment(process.env));
  const url = run.url ?? findRunUrl(process.env);
  const results = { ...read, run: { ...run, ...(url !== undefined && { url }) } };
  const settings = settingsOfCommand();
  const told = toldBy(options);
  await checkReachable(settings);
  const { publishTo } = await import('../reports/results/publish/publish.js');
  const { text, isWhole } = await orUsageError(() => publishTo(results, told, settings));
  print(text);
  process.exitCode = isWhole ? exitCodes.passed : exitCodes.testsFailed;
}

function toldBy({ passed, failed, ...told }: PublishOptions): Partial<PublishChoice> {
  const [blank] = Object.entries(told).find(([, value]) => typeof value === 'string' && value.trim() === '') ?? [];
  if (blank !== undefined) throw new UsageError(`The option for ${blank} is empty: is a variable not set?`);
  if (told.runUrl !== undefined && !pageSchema.safeParse(told.runUrl).success) {
    throw new UsageError(`--run-url ${told.runUrl} is no address of a page: it begins with https:// or http://.`);
  }
  const [passedStep, passedCase = passedStep] = names(passed, publishDefaults.stepStatuses.passed);
  const [failedStep, failedCase = failedStep] = names(failed, publishDefaults.stepStatuses.failed);
  return {
    ...told,
    ...((passed ?? failed) !== undefined && {
      stepStatuses: { passed: passedStep, failed: failedStep },
      caseStatuses: { passed: passedCase, failed: failedCase },
    }),
  };
}

/** The names in an option: the status of steps, and the status of cases if it has another name. */
function names(option: string | undefined, usual: string): [string, string?] {
  const [step = usual, ...more] = (option ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return [step, ...more.slice(0, 1)] as [string, string?];
}

function readResults(path: string): Results {
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? fileIn(path) : path;
  const json = readJsonFileOrUsageError('The run', file);
  if (z.object({ rules: z.unknown() }).safeParse(json).data?.rules !== undefined) {
    return resultsOfMatrix(readMatrix(file).matrix);
  }
  const unfinished = unfinishedRunReason(json);
  if (unfinished !== undefined) throw new UsageError(`${file}: ${unfinished}.`);
  const parsed = resultsSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `${file} has no results of this version of tracker-e2e: run the tests again.\n${z.prettifyError(parsed.error)}`,
  );
}

function fileIn(folder: string): string {
  const found = ['results.json', 'rules.json'].map((name) => join(folder, name)).find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new UsageError(
    `There is neither a results.json nor a rules.json in ${folder}: name the folder of a finished run.`,
  );
}

async function orUsageError<Sent>(send: () => Promise<Sent>): Promise<Sent> {
  try {
    return await send();
  } catch (cause) {
    if (!(cause instanceof HarnessError)) throw cause;
    const isOut =
      cause instanceof UnreachableError ||
      cause instanceof TrackerOutageError ||
      (cause instanceof SetupError && cause.status >= 500);
    const code = isOut ? exitCodes.trackerUnreachable : exitCodes.badSettings;
    const again = isOut ? '\nPublish again when it answers: nothing is published twice.' : '';
    throw new UsageError(`${messageToPrint(cause)}${again}`, code, { cause });
  }
}
