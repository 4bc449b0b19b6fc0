import { join } from 'node:path';
import type { FullResult, TestCase } from '@playwright/test/reporter';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix } from '../../contracts/report/matrix.js';
import { runNotesFolder } from '../../contracts/report/worker-status.js';
import type { RunTarget, Selected } from '../../contracts/report/run.js';
import type { LeftItem } from '../../contracts/report/worker-status.js';
import type { Api } from '../../contracts/rules/rule.js';
import type { CustomDefinitions } from '../custom/custom-definitions.js';
import { knowDefects } from '../defects/know-defects.js';
import { readDefectRun } from '../defects/read-defect-run.js';
import { describeRun } from '../describe-run.js';
import { finishTest } from '../finish-test.js';
import { judge } from '../gate.js';
import type { GatePolicy } from '../gate.js';
import { applyKnown } from '../known/apply-known.js';
import { dayOf } from '../known/read-known.js';
import type { KnownList } from '../known/read-known.js';
import { buildMatrix } from '../matrix/build-matrix.js';
import type { FinishedRun } from '../matrix/build-matrix.js';
import type { MatrixReporterOptions } from '../matrix-reporter-options.js';
import { readOutage } from '../read-outage.js';
import { recordsOf } from '../records/records.js';
import type { Records } from '../records/records.js';
import { readWorkerStatuses } from '../status/worker-statuses.js';
import { compareRuns } from '../trend/compare-runs.js';
import { readPreviousRun } from '../trend/read-previous-run.js';

/** The data that the reporter has of a run at its end. */
export interface EndedRun extends Pick<MatrixReporterOptions, 'defects' | 'defectRun' | 'notesDir'> {
  readonly outputDir: string;
  readonly apis: readonly Api[];
  readonly target: RunTarget;
  readonly tests: readonly TestCase[];
  /** What files of tests are named relative to. */
  readonly directory: string;
  /** The configuration of Playwright; undefined if there is none. */
  readonly configFile: string | undefined;
  readonly own: CustomDefinitions;
  /** What went wrong outside the tests. */
  readonly errors: readonly string[];
  readonly policy: GatePolicy;
  readonly known: KnownList | undefined;
  readonly selected: Selected | undefined;
  readonly shards: number;
}

/** The matrix of a run with the verdict of the gate, and the records of its tests for later runs. */
export interface JudgedRun {
  readonly matrix: JudgedMatrix;
  readonly records: Records;
}

/** Makes the matrix of a run, judges it, and compares it with the run before. */
export async function judgeRun(result: FullResult, ended: EndedRun): Promise<JudgedRun> {
  const { target, tests, directory, own, defects, defectRun, notesDir, outputDir, policy } = ended;
  const readings = tests.map((testCase) => ({ testCase, ...finishTest(testCase, directory, own) }));
  const described = describeRun(tests, target, ended);
  const errors = [
    ...ended.errors,
    ...own.problems,
    ...readings.flatMap(({ problems }) => problems),
    ...described.problems,
  ];
  const run: FinishedRun = {
    target,
    about: described.about,
    startedAt: result.startTime.toISOString(),
    durationMs: Math.round(result.duration),
    status: result.status,
    errors,
    outage: readOutage([...tests]),
    selected: ended.selected,
    left: notesDir === undefined ? [] : leftOf(runNotesFolder(notesDir, process.pid)),
    ...knownOf(
      readings.map(({ test }) => test),
      { ...ended, errors },
      { version: described.about.tracker.version, today: dayOf(result.startTime) },
    ),
    own,
    ...(defects !== undefined && { defects: knowDefects(defects, await readDefectRun(defectRun)) }),
  };
  const matrix = buildMatrix(run, ended.apis);
  const judged = { ...matrix, verdict: judge(matrix, policy) };
  const previous = await readPreviousRun(join(outputDir, 'rules.json'), target);
  return { matrix: { ...judged, trend: compareRuns(judged, previous) }, records: recordsOf(readings) };
}

/** The tests with those marked that fail as is known, and what is wrong with what is known. */
function knownOf(
  tests: FinishedTest[],
  { known, selected, policy, errors }: EndedRun,
  when: { readonly version: string | undefined; readonly today: string },
): Pick<FinishedRun, 'tests' | 'knownProblems' | 'knownNotes'> {
  if (known === undefined) return { tests };
  // A shard that is missing, or a file that does not compile, takes its tests along.
  const whole = selected === undefined && policy.rules !== 'selected' && errors.length === 0;
  const outcome = applyKnown(tests, known.failures, { ...when, whole });
  return { tests: outcome.tests, knownProblems: outcome.problems, knownNotes: outcome.notes };
}

function leftOf(notes: string): LeftItem[] {
  return readWorkerStatuses(notes).flatMap(({ left }) => left);
}
