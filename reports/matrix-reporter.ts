import { existsSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError, TestRun } from '@playwright/test/reporter';
import { messageOf } from '../contracts/thrown.js';
import { annotationTypes } from '../contracts/report/annotations.js';
import type { FinishedTest } from '../contracts/report/finished-test.js';
import type { KnownFailure } from '../contracts/report/known-failures.js';
import type { JudgedMatrix } from '../contracts/report/matrix.js';
import { coveredApis } from '../contracts/rules/covered.js';
import type { CustomRules } from '../contracts/rules/custom-rules.js';
import type { Api } from '../contracts/rules/rule.js';
import { runTargetSchema } from '../contracts/report/run-target.js';
import type { RunTarget } from '../contracts/report/run-target.js';
import type { ReportKind } from '../contracts/report/report-kind.js';
import type { Selected, Selection } from '../contracts/report/selection.js';
import { runNotesFolder } from '../contracts/report/run-notes-folder.js';
import type { LeftItem } from '../contracts/report/worker-status.js';
import { AllureReportError } from './allure/report/allure-report-error.js';
import { generateAllureReport } from './allure/report/generate-allure-report.js';
import type { AllureDirectories } from './allure/report/generate-allure-report.js';
import { replaceFolder } from './allure/report/replace-folder.js';
import { clearLeftResults } from './allure/results/results-of-run.js';
import { closingLines } from './closing-lines.js';
import type { ReportPlaces } from './closing-lines.js';
import { knowDefects } from './defects/know-defects.js';
import type { KnownDefect } from './defects/know-defects.js';
import { readDefectRun } from './defects/read-defect-run.js';
import { describeRun } from './describe-run.js';
import { describeError } from './describe-error.js';
import { exitCodeOf, exitCodes } from './exit-codes.js';
import { finishTest } from './finish-test.js';
import { judge } from './gate.js';
import type { GatePolicy } from './gate.js';
import { writeCiReports } from './ci/write-ci-reports.js';
import { gateProblems } from './gate-problems.js';
import { applyKnown } from './known/apply-known.js';
import { dayOf, readKnown } from './known/read-known.js';
import { buildMatrix } from './matrix/build-matrix.js';
import type { FinishedRun } from './matrix/build-matrix.js';
import { writeMatrix } from './matrix/write-matrix.js';
import { collectCustom } from './custom/collect-custom.js';
import { nothingOwn } from './custom/custom-definitions.js';
import { playwrightMode } from './playwright-mode.js';
import type { PlaywrightMode, PlaywrightOptions } from './playwright-mode.js';
import { customRulesProblems } from './custom/custom-rules-problems.js';
import { outputProblem, testFilesProblem } from './output-problems.js';
import { readOutage } from './read-outage.js';
import { writeLastRun } from './records/last-run.js';
import { addRecords, readRecords } from './records/records.js';
import type { Records } from './records/records.js';
import { recordsOf } from './records/records-of.js';
import { refuseProblems } from './refuse-problems.js';
import { replaceExitCode } from './replace-exit-code.js';
import type { Affected } from './selection/affected-by-changes.js';
import { selectTests } from './selection/select-tests.js';
import { selectedByChanges } from './selection/selected-by-changes.js';
import { shardLines } from './shard-lines.js';
import { countUnreadableShards, readShards, recordShard, shardProblems } from './shards.js';
import { splitShards, testsToRun } from './split-shards.js';
import { outliveWriteErrors } from './write-errors.js';
import { readWorkerStatuses } from './status/worker-statuses.js';
import { compareRuns } from './trend/compare-runs.js';
import { readPreviousRun } from './trend/read-previous-run.js';

/** The options of the matrix reporter in a list of reporters. Paths are relative to the working directory. */
export interface MatrixReporterOptions {
  /** Where `rules.txt`, `rules.json` and `rules.html` go. Default: `reports/output` */
  readonly outputDir?: string;
  /** The APIs whose rules are asked for. Default: all three */
  readonly apis?: readonly Api[];
  /**
   * Which documented rules have to be verified: `all`, those `reachable` on the tracker at hand, of these the ones that
   * the `selected` tests cover, or a list of ids. Default: `reachable`; if shards are merged, what they were told
   */
  readonly gate?: GatePolicy['rules'] | undefined;
  /** Whether a run passes in which an open question is answered otherwise than assumed. Default: `passes` */
  readonly differs?: GatePolicy['differs'];
  /** Whether a run passes in which a test failed first and passed on a retry. Default: `passes` */
  readonly flaky?: GatePolicy['flaky'];
  /**
   * Where `allure-playwright`, listed before this reporter, leaves its results and where the Allure report goes; both
   * are emptied. Default: `false`, no Allure report
   */
  readonly allure?: AllureDirectories | false;
  /** Rules of one's own that the run has to verify; without this option only those that a test covers are known. */
  readonly rules?: CustomRules;
  /** The defects the fake can have; the page shows them with their rules. Default: none */
  readonly defects?: readonly KnownDefect[];
  /** The `defects.json` that tells which of them the tests catch; it need not be there. Default: none */
  readonly defectRun?: string;
  /** What is asked for of the tests: those that one of its parts can affect run. Default: all */
  readonly selection?: Selection | undefined;
  /** What a change of some files can affect, for a selection by changes; the first row that names a file counts. */
  readonly affected?: readonly Affected[];
  /**
   * Where a run records how long each test took and which endpoints it called, by which later runs split shards and choose
   * tests. Default: `outputDir`
   */
  readonly recordsDir?: string | undefined;
  /** The reports for CI systems to write beside; Playwright's own of the same kind is listed before. Default: none */
  readonly reports?: readonly ReportKind[];
  /** A file of known failures: what fails as it says does not fail the run. Default: none */
  readonly known?: string | undefined;
  /** The setting TRACKER_OUTPUT, below which workers note what they have not taken back yet. Default: that is not told */
  readonly notesDir?: string;
}

/** The types of annotations, given while a test runs, that Allure would show on a retry. */
const givenWhileRun: readonly string[] = [annotationTypes.exchanges, annotationTypes.needs, annotationTypes.tracker];

const defaults = {
  outputDir: 'reports/output',
  apis: coveredApis,
  allure: false as AllureDirectories | false,
};

/**
 * Writes the rule matrix of a run, generates the Allure report, prints what a run says last and decides by the gate
 * whether the run passed. It needs a RunTarget as `metadata.target` of the configuration.
 *
 * A run of which no test began leaves the matrix and the Allure report of an earlier one as they are.
 *
 * One shard of a run is not judged: it has no matrix, and says so. The reports of all of them, merged, have one.
 *
 * It says that it prints nothing, so that Playwright adds its progress reporter if no other is listed.
 */
export default class MatrixReporter implements Reporter {
  readonly #options: typeof defaults & MatrixReporterOptions;
  readonly #mode: PlaywrightMode | undefined;
  #policy: GatePolicy;
  readonly #errors: string[] = [];
  #directory = process.cwd();
  #target: RunTarget | undefined;
  #suite: Suite | undefined;
  #own = nothingOwn;
  #config: FullConfig | undefined;
  #selected: Selected | undefined;
  readonly #known: readonly KnownFailure[] | undefined;
  #split = '';
  #shards = 1;
  #records: Records = { durations: {}, calls: {} };
  #isJudged = false;
  #letErrorsEnd = (): void => undefined;

  constructor(options: MatrixReporterOptions & PlaywrightOptions = {}) {
    this.#options = { ...defaults, ...options };
    this.#mode = playwrightMode(options);
    this.#policy = { rules: options.gate ?? 'reachable', differs: options.differs, flaky: options.flaky };
    const problems = [...gateProblems(this.#policy), ...customRulesProblems(options.rules)];
    // Before Allure's reporter makes its folder.
    const unwritable = this.#mode === 'list' ? undefined : outputProblem(this.#options.outputDir);
    const known = options.known === undefined ? undefined : readKnown(options.known);
    const unreadable = known !== undefined && 'problem' in known ? [known.problem] : [];
    refuseProblems([...problems, ...unreadable, ...(unwritable === undefined ? [] : [unwritable])]);
    this.#known = known !== undefined && 'failures' in known ? known.failures : undefined;
  }

  printsToStdio(): boolean {
    return false;
  }

  /** Chooses the tests, and those of this shard. */
  preprocess({ config, suite, testRun }: { config: FullConfig; suite: Suite; testRun: TestRun }): Promise<void> {
    const { selection, affected = [], rules } = this.#options;
    const { durations, calls } = readRecords(this.#recordsDir());
    if (selection !== undefined) {
      const tests = testsToRun(config, suite);
      const folder = config.configFile === undefined ? process.cwd() : dirname(config.configFile);
      const context = { own: collectCustom(tests, rules), calls, rows: affected, folder };
      const { leftOut, problems, ...selected } = selectTests(tests, selection, context);
      if (problems.length > 0) endWithProblems(problems);
      for (const test of leftOut) testRun.exclude(test);
      this.#selected = selected;
    }
    this.#selected ??= selectedByChanges(suite);
    if (config.shard !== null) this.#split = splitShards({ config, suite, testRun }, durations);
    return Promise.resolve();
  }

  #recordsDir(): string {
    return this.#options.recordsDir ?? this.#options.outputDir;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.#config = config;
    this.#own = collectCustom(suite.allTests(), this.#options.rules);
    suite.allTests().forEach(hideOwn);
    this.#target = runTargetSchema.safeParse(config.metadata['target']).data;
    if (config.configFile !== undefined) this.#directory = dirname(config.configFile);
    if (this.#mode === 'test') refuseTestFiles(config);
    if (config.shard !== null && this.#target !== undefined)
      recordShard(config.metadata, {
        ...config.shard,
        target: this.#target,
        gate: this.#policy,
        split: this.#split,
        selected: this.#selected,
      });
    if (this.#mode === 'merge') this.#takeShards(config);
    const { allure } = this.#options;
    if (allure === false || this.#mode !== 'test') return;
    this.#letErrorsEnd = outliveWriteErrors((error) => this.onError({ message: String(error) }));
    removeResults(allure);
    if (allure.keptDir !== undefined) clearLeftResults(allure.keptDir);
  }

  /** A merged run is judged as it would have been in one piece, save if options say otherwise. */
  #takeShards({ metadata }: FullConfig): void {
    const shards = readShards(metadata);
    const unreadable = countUnreadableShards(metadata);
    this.#errors.push(...shardProblems(shards));
    if (unreadable > 0) {
      this.#errors.push(
        `What ${String(unreadable)} of the shards say of themselves can't be read: run and merge them by the same version.`,
      );
    }
    this.#shards = shards.length;
    this.#selected = shards[0]?.selected;
    const { gate, differs, flaky } = this.#options;
    const told = { ...this.#policy, ...shards[0]?.gate };
    this.#policy = { rules: gate ?? told.rules, differs: differs ?? told.differs, flaky: flaky ?? told.flaky };
  }

  /** On a retry Allure would show what the attempt before annotated. The result keeps its annotations. */
  onTestEnd(test: TestCase): void {
    test.annotations = test.annotations.filter(({ type }) => !givenWhileRun.includes(type));
    hideOwn(test);
  }

  onError(error: TestError): void {
    const description = describeError(error, this.#directory);
    this.#errors.push(description);
    // Playwright counts the run as failed.
    if (this.#isJudged) print(['', `After the verdict, which does not count for that: ${description}`]);
  }

  async onEnd(result: FullResult): Promise<{ status?: FullResult['status'] } | undefined> {
    if (this.#mode === 'list') {
      const { allure } = this.#options;
      // `allure-playwright` describes the surroundings of a run that has no results, too.
      if (allure !== false && allure.keptDir !== undefined) removeResults(allure);
      return undefined;
    }
    const isVoid = this.#isVoid();
    try {
      return await this.#conclude(result, isVoid);
    } finally {
      this.#isJudged = true;
      this.#letErrorsEnd();
      await this.#keepAllureResults(isVoid);
    }
  }

  /** Whether no test was as much as begun, and a run that knows more has left a matrix. */
  #isVoid(): boolean {
    const tests = this.#suite?.allTests() ?? [];
    if ((this.#config?.shard ?? null) !== null || tests.some(({ results }) => results.length > 0)) return false;
    return existsSync(join(this.#options.outputDir, 'rules.json'));
  }

  async #conclude(result: FullResult, isVoid: boolean): Promise<{ status?: FullResult['status'] } | undefined> {
    if (this.#target === undefined) {
      print(['', 'There is no rule matrix: the configuration has no RunTarget as metadata.target.']);
      replaceExitCode(exitCodes.badSettings);
      return { status: 'failed' };
    }
    const judged = await this.#judge(this.#target, result);
    if (this.#config !== undefined && this.#config.shard !== null) {
      print(shardLines(this.#config, this.#target, judged));
      if (judged.run.outage === undefined) return failsOnlyAsKnown(judged) ? { status: 'passed' } : undefined;
      replaceExitCode(exitCodes.trackerUnreachable);
      return { status: 'failed' };
    }
    const { matrix, places, annotations } = isVoid
      ? { matrix: judged, places: this.#placesLeft(), annotations: [] }
      : await this.#writeReports(judged);
    print([...annotations, ...closingLines(matrix, places)]);

    // Playwright counts what is known as failed.
    if (matrix.verdict.verdict === 'passed') return result.status === 'failed' ? { status: 'passed' } : undefined;
    replaceExitCode(exitCodeOf(matrix.verdict));
    return { status: result.status === 'passed' ? 'failed' : result.status };
  }

  #placesLeft(): ReportPlaces {
    const html = forPeople(join(this.#options.outputDir, 'rules.html'));
    return { matrix: `${html} is left as it was: no test of this run began` };
  }

  /** @returns where the reports lie, and the matrix: a run whose matrix can't be written has not passed */
  async #writeReports(judged: JudgedMatrix): Promise<WrittenReports & { readonly annotations: readonly string[] }> {
    const written = await this.#writeMatrix(judged);
    const { matrix, annotations } = await this.#writeCiReports(written.matrix);
    const allure = await this.#allureReport(matrix);
    return { matrix, annotations, places: { ...written.places, ...(allure !== undefined && { allure }) } };
  }

  async #writeCiReports(matrix: JudgedMatrix): Promise<{ matrix: JudgedMatrix; annotations: readonly string[] }> {
    const { reports = [], outputDir } = this.#options;
    const places = { outputDir, directory: this.#directory, configFile: this.#config?.configFile };
    try {
      return { matrix, annotations: await writeCiReports(matrix, reports, places) };
    } catch (error) {
      if (!('code' in (error as Error))) throw error;
      const problem = `The reports for CI can't be written: ${messageOf(error)}.`;
      return { matrix: this.#withError(matrix, problem), annotations: [] };
    }
  }

  async #writeMatrix(matrix: JudgedMatrix): Promise<WrittenReports> {
    const { outputDir } = this.#options;
    try {
      const { html } = await writeMatrix(matrix, outputDir);
      addRecords(this.#recordsDir(), this.#records);
      writeLastRun(outputDir, matrix.run, this.#suite?.allTests() ?? []);
      return { matrix, places: { matrix: forPeople(html) } };
    } catch (error) {
      if (!('code' in (error as Error))) throw error;
      const problem = `The rule matrix can't be written to ${outputDir}: ${messageOf(error)}.`;
      return { matrix: this.#withError(matrix, problem), places: { matrix: 'none, for the reason below' } };
    }
  }

  /** The matrix with one error more, and the verdict for that. */
  #withError(matrix: JudgedMatrix, error: string): JudgedMatrix {
    const more = { ...matrix, run: { ...matrix.run, errors: [...matrix.run.errors, error] } };
    return { ...more, verdict: judge(more, this.#policy) };
  }

  async #judge(target: RunTarget, { status, startTime, duration }: FullResult): Promise<JudgedMatrix> {
    const tests = this.#suite?.allTests() ?? [];
    const readings = tests.map((testCase) => ({ testCase, ...finishTest(testCase, this.#directory, this.#own) }));
    this.#records = recordsOf(readings);
    const { defects, defectRun, notesDir } = this.#options;
    const described = describeRun(tests, target, this.#shards);
    const run = {
      target,
      about: described.about,
      startedAt: startTime.toISOString(),
      durationMs: Math.round(duration),
      status,
      errors: [
        ...this.#errors,
        ...this.#own.problems,
        ...readings.flatMap(({ problems }) => problems),
        ...described.problems,
      ],
      outage: readOutage(tests),
      selected: this.#selected,
      left: notesDir === undefined ? [] : leftOf(runNotesFolder(notesDir, process.pid)),
      ...this.#knownOf(
        readings.map(({ test }) => test),
        described.about.tracker.version,
        startTime,
      ),
      own: this.#own,
      ...(defects !== undefined && { defects: knowDefects(defects, await readDefectRun(defectRun)) }),
    };
    const matrix = buildMatrix(run, this.#options.apis);
    const judged = { ...matrix, verdict: judge(matrix, this.#policy) };
    const previous = await readPreviousRun(join(this.#options.outputDir, 'rules.json'), target);
    return { ...judged, trend: compareRuns(judged, previous) };
  }

  /** The tests with those marked that fail as is known, and what is wrong with what is known. */
  #knownOf(
    tests: FinishedTest[],
    version: string | undefined,
    startTime: Date,
  ): Pick<FinishedRun, 'tests' | 'knownProblems'> {
    if (this.#known === undefined) return { tests };
    const whole = this.#selected === undefined && this.#policy.rules !== 'selected';
    const outcome = applyKnown(tests, this.#known, { version, today: dayOf(startTime), whole });
    return { tests: outcome.tests, knownProblems: outcome.problems };
  }

  async #keepAllureResults(isVoid: boolean): Promise<void> {
    const { allure } = this.#options;
    if (allure === false || allure.keptDir === undefined || typeof allure.resultsDir !== 'string') return;
    if (isVoid) removeResults(allure);
    else await replaceFolder(allure.resultsDir, allure.keptDir);
  }

  /** Where the Allure report lies, or why there is none: that alone does not fail a run. */
  async #allureReport(matrix: JudgedMatrix): Promise<string | undefined> {
    if (this.#options.allure === false) return undefined;
    // It takes seconds, and somebody wants an end.
    if (matrix.run.status === 'interrupted') return 'no new report, as the run was interrupted';
    try {
      return forPeople(await generateAllureReport(this.#options.allure, matrix));
    } catch (error) {
      if (error instanceof AllureReportError) return error.message;
      return `There is no Allure report: ${messageOf(error)}`;
    }
  }
}

/** A matrix, and where its reports lie. */
interface WrittenReports {
  readonly matrix: JudgedMatrix;
  readonly places: ReportPlaces;
}

/**
 * Ends a run of which Playwright could not write the files of tests, before its first worker, which would break it off or
 * never come to an end.
 */
function refuseTestFiles({ projects }: FullConfig): void {
  const folders = [...new Set(projects.map(({ outputDir }) => outputDir))];
  const problems = folders.map(testFilesProblem).filter((problem) => problem !== undefined);
  if (problems.length > 0) endWithProblems(problems);
}

/** Ends a run before its first test. */
function endWithProblems(problems: readonly string[]): never {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(exitCodes.badSettings);
}

/** Takes away what Allure, which shows annotations as steps, would show when a test begins. */
function hideOwn(test: TestCase): void {
  const own: readonly string[] = [annotationTypes.customRule, annotationTypes.customEndpoint];
  test.annotations = test.annotations.filter(({ type }) => !own.includes(type));
}

/** Whether Playwright counts as failed what is only known. */
function failsOnlyAsKnown({ run, totals }: JudgedMatrix): boolean {
  return run.status === 'failed' && run.errors.length === 0 && totals.failed === 0 && totals.known !== undefined;
}

function leftOf(notes: string): LeftItem[] {
  return readWorkerStatuses(notes).flatMap(({ left }) => left);
}

function removeResults({ resultsDir }: AllureDirectories): void {
  for (const folder of [resultsDir].flat()) rmSync(folder, { recursive: true, force: true });
}

function forPeople(path: string): string {
  return relative(process.cwd(), path) || path;
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
