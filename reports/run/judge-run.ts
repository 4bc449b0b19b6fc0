import { join } from 'node:path';
import type { FullResult, TestCase } from '@playwright/test/reporter';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix } from '../../contracts/report/matrix.js';
import { runNotesFolder } from '../../contracts/report/worker-status.js';
import type { RunTarget, Selected, RunAbout, RunTelling, TrackerIdentity } from '../../contracts/report/run.js';
import type { Api } from '../../contracts/rules/rule.js';
import { pluginPrefix } from '../../contracts/report/run.js';
import type { AllureDirectories } from '../allure/report/generate-allure-report.js';
import type { CustomDefinitions } from '../read-annotations.js';
import { finishTest } from '../finish-test.js';
import { judge } from '../gate.js';
import type { GatePolicy } from '../gate.js';
import { applyKnown } from '../known/apply-known.js';
import { listSuite } from '../known/check-known.js';
import { dayOf } from '../known/read-known.js';
import type { KnownList } from '../known/read-known.js';
import { buildMatrix } from '../matrix/build-matrix.js';
import type { FinishedRun } from '../matrix/build-matrix.js';
import type { MatrixReporterOptions } from '../matrix-reporter-options.js';
import { packageVersion } from '../own-file.js';
import { identitiesIn, readLeftOut } from '../read-annotations.js';
import { PREVIOUS } from './begin-result.js';
import { leftOf, readWorkerStatuses } from '../status/worker-statuses.js';
import { compareRuns, readPreviousRun } from '../trend.js';
import { pathInRepository } from '../source-places.js';

export interface EndedRun extends Omit<MatrixReporterOptions, 'known'> {
  readonly outputDir: string;
  readonly apis: readonly Api[];
  readonly allure: AllureDirectories | false;
  readonly target: RunTarget;
  readonly tests: readonly TestCase[];
  /** The folder that paths of test files are relative to. */
  readonly directory: string;
  readonly configFile: string | undefined;
  readonly own: CustomDefinitions;
  readonly errors: readonly string[];
  readonly policy: GatePolicy;
  readonly known: KnownList | undefined;
  readonly selected: Selected | undefined;
  readonly shards: number;
  /** Whether the process is Playwright's, runs tests and judges them, so that it can list the tests that it left out. */
  readonly mayList: boolean;
}

export async function judgeRun(result: FullResult, ended: EndedRun): Promise<JudgedMatrix> {
  const { target, tests, directory, own, defects, notesDir, outputDir, policy } = ended;
  const readings = tests.map((testCase) => ({ testCase, ...finishTest(testCase, directory, own) }));
  const described = describeRun(tests, target, ended);
  const errors = [
    ...ended.errors,
    ...own.problems,
    ...readings.flatMap(({ problems }) => problems),
    ...described.problems,
    ...readLeftOut(tests, 'refused'),
  ];
  const outage = readLeftOut(tests, 'outage');
  const run: FinishedRun = {
    target,
    about: described.about,
    startedAt: result.startTime.toISOString(),
    durationMs: Math.round(result.duration),
    status: result.status,
    errors,
    outage: outage.length > 0 ? outage.join(' ') : undefined,
    selected: ended.selected,
    left: notesDir === undefined ? [] : leftOf(readWorkerStatuses(runNotesFolder(notesDir, process.pid))),
    ...knownOf(
      readings.map(({ test }) => test),
      { ...ended, errors },
      { version: described.about.tracker.version, today: dayOf(result.startTime) },
    ),
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
  tests: FinishedTest[],
  { known, selected, policy, errors, configFile, mayList }: EndedRun,
  when: { readonly version: string | undefined; readonly today: string },
) {
  if (known === undefined) return { tests };
  // If a shard is missing, or a file does not compile, its tests are missing too.
  const whole = selected === undefined && policy.rules !== 'selected' && errors.length === 0;
  const [, command] = process.argv;
  const listAll =
    mayList && configFile !== undefined && command !== undefined ? () => listSuite(command, configFile) : undefined;
  const outcome = applyKnown(tests, known.failures, { ...when, whole, listAll });
  return { tests: outcome.tests, knownProblems: outcome.problems, knownNotes: outcome.notes };
}

export function describeRun(
  tests: readonly Pick<TestCase, 'results'>[],
  { told }: Pick<RunTarget, 'told'>,
  { shards, configFile }: { readonly shards: number; readonly configFile?: string | undefined },
): { readonly about: RunAbout; readonly problems: readonly string[] } {
  const identities = identitiesIn(tests);
  const { label, extensions = {}, profile = null, command } = told ?? {};
  const config = configFile === undefined ? undefined : pathInRepository(configFile);
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
      ...(config !== undefined && { config }),
    },
    problems:
      identities.length > 1
        ? [
            `The tests did not run on one tracker, but on ${identities.map(nameOf).join(' and on ')}: run all of them again.`,
          ]
        : [],
  };
}

function given(extensions: RunTelling['extensions']): RunTelling['extensions'] {
  return Object.fromEntries(Object.entries(extensions).filter(([, version]) => !version.startsWith(pluginPrefix)));
}

function nameOf({ product, version, build }: TrackerIdentity): string {
  return `${product} ${version}, build ${build}`;
}
