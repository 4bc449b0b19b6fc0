import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { resultsSchema } from '../../contracts/index.js';
import type { Results } from '../../contracts/index.js';
import { HarnessError, TrackerOutageError, UnreachableError } from '../../fixtures/errors.js';
import { withoutSecrets } from '../../fixtures/reporting/secrets.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { choiceOf } from '../../results/choice-of.js';
import { findRunUrl } from '../../results/collect/run-url.js';
import { mergeResults } from '../../results/merge-results.js';
import { openPlanClient } from '../../results/publish/plan-client.js';
import { publish } from '../../results/publish/publish.js';
import type { PublishReport } from '../../results/publish/publish.js';
import { publishDefaults } from '../../results/publish/publish-choice.js';
import type { PublishChoice } from '../../results/publish/publish-choice.js';
import { renderReport } from '../../results/render-report.js';
import { resultsOfMatrix } from '../../results/results-of-matrix.js';
import { readJsonFileOrUsageError } from '../support/files.js';
import { readMatrix } from '../support/find-matrix.js';
import { checkReachable, settingsOrUsageError } from '../support/settings.js';
import { UsageError } from '../support/usage-error.js';

/** The options of `tracker-e2e publish`. */
export interface PublishOptions {
  readonly plan?: string;
  readonly release?: string;
  readonly project?: string;
  readonly from?: string;
  readonly template?: string;
  readonly by?: string;
  readonly passed?: string;
  readonly failed?: string;
  readonly runUrl?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Takes the results of a run to the tracker of the settings, and says what became of them. @throws UsageError */
export async function publishRuns(runs: readonly [string, ...string[]], options: PublishOptions): Promise<void> {
  const [first, ...more] = runs;
  const { run, ...read } = mergeResults([readResults(first), ...more.map(readResults)]);
  const url = run.url ?? findRunUrl(process.env);
  const results = { ...read, run: { ...run, ...(url !== undefined && { url }) } };
  const settings = settingsOrUsageError();
  const { external } = settings;
  if (external === undefined) {
    throw new UsageError('TRACKER_URL is missing: it says which tracker the results are published to.');
  }
  const choice = choiceOf(settings, toldBy(options));
  await checkReachable(settings);
  const report = await orUsageError(async () =>
    publish(results, choice, await openPlanClient(settings, external, choice.dryRun)),
  );
  const text = options.json === true ? withoutSecrets(JSON.stringify(report, null, 2)) : renderReport(report);
  process.stdout.write(`${text}\n`);
  process.exitCode = report.cases.some(({ problem }) => problem !== undefined)
    ? exitCodes.testsFailed
    : exitCodes.passed;
}

/** What the options say; what they leave out is undefined. */
function toldBy({ passed, failed, by, json: _, ...told }: PublishOptions): Partial<PublishChoice> {
  if (by !== undefined && by !== 'test' && by !== 'rule') {
    throw new UsageError(`--by ${by} is neither test nor rule.`);
  }
  const [passedStep, passedCase = passedStep] = names(passed, publishDefaults.stepStatuses.passed);
  const [failedStep, failedCase = failedStep] = names(failed, publishDefaults.stepStatuses.failed);
  return {
    ...told,
    ...(by !== undefined && { by }),
    ...((passed ?? failed) !== undefined && {
      stepStatuses: { passed: passedStep, failed: failedStep },
      caseStatuses: { passed: passedCase, failed: failedCase },
    }),
  };
}

/** The names in an option: of a status of steps, and of one of cases if that is called otherwise. */
function names(option: string | undefined, usual: string): [string, string?] {
  const [step = usual, ...more] = (option ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return [step, ...more.slice(0, 1)] as [string, string?];
}

/** The results of one run or shard: of the reporter, or else of a rule matrix. @throws UsageError */
function readResults(path: string): Results {
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? fileIn(path) : path;
  const json = readJsonFileOrUsageError('The run', file);
  if (z.object({ rules: z.unknown() }).safeParse(json).data?.rules !== undefined) {
    return resultsOfMatrix(readMatrix(file).matrix);
  }
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

async function orUsageError(send: () => Promise<PublishReport>): Promise<PublishReport> {
  try {
    return await send();
  } catch (cause) {
    if (!(cause instanceof HarnessError)) throw cause;
    const isOut = cause instanceof UnreachableError || cause instanceof TrackerOutageError;
    const code = isOut ? exitCodes.trackerUnreachable : exitCodes.badSettings;
    const again = isOut ? '\nPublish again when it answers: nothing is published twice.' : '';
    throw new UsageError(`${cause.message}${again}`, code, { cause });
  }
}
