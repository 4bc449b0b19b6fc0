import { join, relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FullConfig, TestCase } from '@playwright/test/reporter';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix } from '../documents/matrix.js';
import { readEvent } from '../../contracts/report/test-event.js';
import { quote } from '../../contracts/curl-command.js';
import { messageOf } from '../../contracts/thrown.js';
import { AllureReportError, generateAllureReport } from '../allure/report/generate-allure-report.js';
import type { AllureDirectories } from '../allure/report/generate-allure-report.js';
import { writeCiReports } from '../ci/write-ci-reports.js';
import type { ReportPlaces } from '../closing-lines.js';
import { unfinishedReason } from '../finish-test.js';
import { judge } from '../gate.js';
import type { GatePolicy } from '../gate.js';
import { writeMatrix } from '../matrix/write-matrix.js';
import { replaceFile } from '../replace.js';
import type { EndedRun } from './judge-run.js';
import type { Annotation } from '../../client/print.js';

interface WrittenReports {
  readonly matrix: JudgedMatrix;
  readonly places: ReportPlaces;
  readonly annotations: readonly Annotation[];
}

/** Writes the reports of a run. @returns also the matrix: a run whose matrix can't be written has not passed */
export async function writeReports(judged: JudgedMatrix, ended: EndedRun): Promise<WrittenReports> {
  // Allure loads in a process of its own, which is begun first.
  const writing = setImmediate().then(async () => {
    const { matrix: written, place } = writeRules(judged, ended);
    return { place, ...(await writeForCi(written, ended)) };
  });
  const [{ matrix, place, annotations }, allure] = await Promise.all([
    writing,
    allureReport(judged, async () => (await writing).matrix, ended.allure),
  ]);
  const page = `npx playwright show-report ${quote(forPeople(join(ended.outputDir, 'html')))}`;
  const hasPage = ended.reports?.includes('html') === true;
  return {
    matrix,
    annotations,
    places: { matrix: place, ...(allure !== undefined && { allure }), ...(hasPage && { page }) },
  };
}

/** What a run that observes writes for `tracker-e2e observe`, which reads it in the same command. */
export interface ObservationRun extends Pick<JudgedMatrix['run'], 'status' | 'errors' | 'outage'> {
  readonly tests: readonly ObservedTest[];
}

export interface ObservedTest extends FinishedTest {
  /** The open questions whose expected answers it read. */
  readonly assumed: readonly string[];
  /** The test as Playwright's `--test-list` takes it. */
  readonly listed: string;
}

export function writeObservations(
  file: string,
  { run: { status, errors, outage }, tests }: JudgedMatrix,
  cases: readonly TestCase[],
  { rootDir }: FullConfig,
): void {
  const caseOf = new Map(cases.map((one) => [one.id, one]));
  const run: ObservationRun = {
    status,
    errors,
    outage,
    tests: tests.map((test) => ({
      ...test,
      assumed: readEvent(caseOf.get(test.id)?.results.at(-1)?.annotations).assumed,
      listed: listedIn(rootDir, caseOf.get(test.id)),
      // A run that observes expects any end, so that Playwright goes on in the same worker.
      status: test.status === 'expected failure' ? 'failed' : test.status,
      // A profile needs no requests and answers.
      exchanges: { ...test.exchanges, kept: [] },
    })),
  };
  replaceFile(file, JSON.stringify(run));
}

function listedIn(rootDir: string, test: TestCase | undefined): string {
  if (test === undefined) return '';
  const file = relative(rootDir, test.location.file).split(sep).join('/');
  return [file, ...test.titlePath().slice(3)].join(' › ');
}

function writeRules(
  matrix: JudgedMatrix,
  { outputDir, tests, policy }: EndedRun,
): { readonly matrix: JudgedMatrix; readonly place: string } {
  try {
    const { html } = writeMatrix(matrix, outputDir);
    writeLastRun(outputDir, matrix.run, tests);
    return { matrix, place: forPeople(html) };
  } catch (error) {
    const problem = `The rule matrix can't be written to ${outputDir}: ${reasonOf(error)}.`;
    return { matrix: withError(matrix, problem, policy), place: 'none, for the reason below' };
  }
}

/** Writes which tests have no good result, for `--last-failed`: Playwright's own file lacks interrupted tests. */
function writeLastRun(folder: string, { status }: JudgedMatrix['run'], tests: readonly TestCase[]): void {
  const failedTests = tests.filter((test) => !test.ok() || unfinishedReason(test) !== undefined).map(({ id }) => id);
  replaceFile(join(folder, 'last-run.json'), `${JSON.stringify({ status, failedTests }, null, 2)}\n`);
}

async function writeForCi(
  matrix: JudgedMatrix,
  { reports = [], policy, finished: { directory }, ...places }: EndedRun,
): Promise<Pick<WrittenReports, 'matrix' | 'annotations'>> {
  try {
    return { matrix, annotations: await writeCiReports(matrix, reports, { ...places, directory }) };
  } catch (error) {
    const problem = `The reports for CI can't be written: ${reasonOf(error)}.`;
    return { matrix: withError(matrix, problem, policy), annotations: [] };
  }
}

function reasonOf(error: unknown): string {
  if (!('code' in (error as Error))) throw error;
  return messageOf(error);
}

function withError(matrix: JudgedMatrix, error: string, policy: GatePolicy): JudgedMatrix {
  const more = { ...matrix, run: { ...matrix.run, errors: [...matrix.run.errors, error] } };
  return { ...more, verdict: judge(more, policy) };
}

/** The path of the Allure report, or the reason why it is missing, which alone does not fail a run. */
async function allureReport(
  { run, tests }: JudgedMatrix,
  matrix: () => Promise<JudgedMatrix>,
  allure: AllureDirectories | false,
): Promise<string | undefined> {
  if (allure === false) return undefined;
  // The report takes seconds, and the user wants the run to end.
  if (run.status === 'interrupted') return 'no report, as the run was interrupted';
  if (tests.every(({ status }) => status === 'not run')) return 'no report, as no test began';
  try {
    return forPeople(await generateAllureReport(allure, matrix));
  } catch (error) {
    if (error instanceof AllureReportError) return error.message;
    return `There is no Allure report: ${messageOf(error)}`;
  }
}

function forPeople(path: string): string {
  return relative(process.cwd(), path) || path;
}
