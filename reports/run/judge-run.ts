import { join } from 'node:path';
import type { FullResult, TestCase } from '@playwright/test/reporter';
import { counted } from '../../contracts/counted.js';
import type { JudgedMatrix } from '../documents/matrix.js';
import { runNotesFolder, pluginPrefix } from '../../contracts/report/run.js';
import type { RunTarget, Selected, RunAbout, RunTelling, TrackerIdentity } from '../../contracts/report/run.js';
import type { Api } from '../../contracts/rules/rule.js';
import type { AllureDirectories } from '../allure/report/generate-allure-report.js';
import { withReason } from '../finish-test.js';
import type { FinishedTestReading } from '../finish-test.js';
import { identitiesIn } from '../finished-tests.js';
import type { FinishedTests } from '../finished-tests.js';
import { judge } from '../gate.js';
import type { GatePolicy } from '../gate.js';
import { judgeKnown } from '../known/apply-known.js';
import { listSuite } from '../known/check-known.js';
import { buildMatrix } from '../matrix/build-matrix.js';
import type { FinishedRun } from '../matrix/build-matrix.js';
import type { MatrixReporterOptions } from '../matrix-reporter-options.js';
import { packageVersion } from '../own-file.js';
import { PREVIOUS } from './begin-result.js';
import { leftOf, readWorkerStatuses } from '../status/status-line.js';
import { compareRuns, readPreviousRun } from '../trend.js';

export interface EndedRun extends MatrixReporterOptions {
  readonly outputDir: string;
  readonly apis: readonly Api[];
  readonly allure: AllureDirectories | false;
  readonly target: RunTarget;
  readonly tests: readonly TestCase[];
  readonly finished: FinishedTests;
  readonly configFile: string | undefined;
  readonly errors: readonly string[];
  readonly policy: GatePolicy;
  readonly selected: Selected | undefined;
  readonly shards: number;
  /** Whether the process is Playwright's, runs tests and judges them, so that it can list the tests that it left out. */
  readonly mayList?: boolean;
}

/** The matrix of a run, with its verdict and its changes. */
export async function judgeRun(result: FullResult, ended: EndedRun): Promise<JudgedMatrix> {
  const { target, finished, defects, notesDir, outputDir, policy } = ended;
  const { own } = finished;
  const readings = finished.all();
  const described = describeRun(identitiesIn(readings), target, ended.shards);
  const errors = [
    ...ended.errors,
    ...own.problems,
    ...readings.flatMap(({ problems }) => problems),
    ...described.problems,
  ];
  const outage = leftOut(readings, 'outage');
  const run: FinishedRun = {
    target,
    about: described.about,
    startedAt: result.startTime.toISOString(),
    durationMs: Math.round(result.duration),
    status: result.status,
    errors,
    refused: leftOut(readings, 'refused'),
    outage: outage.length > 0 ? outage.join(' ') : undefined,
    selected: ended.selected,
    left: notesDir === undefined ? [] : leftOf(readWorkerStatuses(runNotesFolder(notesDir, process.pid))),
    tests: readings.map(({ test }) => test),
    ...knownOf(readings, { ...ended, errors }, described.about.tracker.version),
    surfaces: readings.flatMap(({ surfaces }) => surfaces),
    own,
    ...(defects !== undefined && { defects }),
  };
  const matrix = buildMatrix(run, ended.apis);
  const judged = { ...matrix, verdict: judge(matrix, policy) };
  const previous = await readPreviousRun(join(outputDir, PREVIOUS), target);
  return { ...judged, trend: compareRuns(judged, previous) };
}

function knownOf(
  readings: readonly FinishedTestReading[],
  { finished: { known, today }, selected, policy, errors, configFile, mayList }: EndedRun,
  version: string | undefined,
) {
  if (known === undefined) return {};
  // If a shard is missing, or a file does not compile, its tests are missing too.
  const whole = selected === undefined && policy.rules !== 'selected' && errors.length === 0;
  const [, command] = process.argv;
  const listAll =
    mayList === true && configFile !== undefined && command !== undefined
      ? () => listSuite(command, configFile)
      : undefined;
  const tests = readings.map(({ test }) => test);
  const { problems, notes } = judgeKnown(tests, known.failures, { version, today, whole, listAll });
  return { knownProblems: problems, knownNotes: notes };
}

/** Why tests were not run: by an outage or a refusal of set-up. Each reason once, with the number of these tests. */
function leftOut(readings: readonly FinishedTestReading[], kind: 'outage' | 'refused'): string[] {
  const reasonsIn = ({ events }: FinishedTestReading) => events.flatMap((event) => event[kind]);
  return [...new Set(readings.flatMap(reasonsIn))].map((reason) => {
    const of = readings.filter((one) => withReason.has(one.test.status) && reasonsIn(one).includes(reason));
    return `${reason} ${counted(of.length, 'test was', 'tests were')} not run for that.`;
  });
}

export function describeRun(
  identities: readonly TrackerIdentity[],
  { told }: Pick<RunTarget, 'told'>,
  shards: number,
): { readonly about: RunAbout; readonly problems: readonly string[] } {
  const { label, extensions = {}, profile = null, command } = told ?? {};
  const names = identities.map(({ product, version, build }) => `${product} ${version}, build ${build}`);
  return {
    about: {
      tracker: {
        ...identities[0],
        ...(label !== undefined && { label }),
        extensions: { ...given(extensions), ...identities[0]?.extensions },
      },
      harnessVersion: packageVersion(),
      profile,
      shards: Math.max(shards, 1),
      ...(command !== undefined && { command }),
    },
    problems:
      identities.length > 1
        ? [`The tests did not run on one tracker, but on ${names.join(' and on ')}: run all of them again.`]
        : [],
  };
}

function given(extensions: RunTelling['extensions']): RunTelling['extensions'] {
  return Object.fromEntries(Object.entries(extensions).filter(([, version]) => !version.startsWith(pluginPrefix)));
}
