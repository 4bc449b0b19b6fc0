import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { counted } from '../contracts/counted.js';
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { annotationTypes } from '../contracts/report/annotations.js';
import type { JudgedMatrix } from '../contracts/report/matrix.js';
import { coveredApis } from '../contracts/rules/rules.js';
import { runTargetSchema } from '../contracts/report/run.js';
import type { RunTarget, Selected } from '../contracts/report/run.js';
import type { AllureDirectories } from './allure/report/generate-allure-report.js';
import { replaceFolder, clearLeftResults } from './replace.js';
import { replaceJunit } from './ci/write-ci-reports.js';
import { closingLines, shardLines } from './closing-lines.js';
import { describeError, outliveWriteErrors, outputProblem, testFilesProblem } from './writing-problems.js';
import { exitCodeOf, exitCodes, replaceExitCode } from './exit-codes.js';
import { gateProblems } from './gate.js';
import type { GatePolicy } from './gate.js';
import { knownOfShards, knownOrRefusal } from './known/read-known.js';
import type { KnownList } from './known/read-known.js';
import { collectCustom, customRulesProblems, nothingOwn } from './read-annotations.js';
import { playwrightMode } from '../fixtures/playwright-internals/playwright-mode.js';
import type { PlaywrightMode, PlaywrightOptions } from '../fixtures/playwright-internals/playwright-mode.js';
import type { MatrixReporterOptions } from './matrix-reporter-options.js';
import { judgeRun } from './run/judge-run.js';
import type { EndedRun } from './run/judge-run.js';
import { beginResult } from './run/begin-result.js';
import { refuseProblems, tellJudged } from './run/expect-end.js';
import { writeObservations, writeReports } from './run/write-reports.js';
import { onlyProblem } from './only-problem.js';
import { typedSelection } from './playwright-options.js';
import { countUnreadableShards, readShards, recordShard, shardProblems, splitOf, testsToRun } from './shards.js';
import { print, printAnnotations, printError } from '../client/print.js';

export type { MatrixReporterOptions } from './matrix-reporter-options.js';

/** The types of annotations, given while a test runs, that Allure would show on a retry. */
const givenWhileRun: readonly string[] = [annotationTypes.exchanges, annotationTypes.needs, annotationTypes.tracker];

const defaults = {
  outputDir: 'tracker-output',
  apis: coveredApis,
  allure: false as AllureDirectories | false,
};

/**
 * Writes the rule matrix of a run, generates the Allure report, prints what a run says last and decides by the gate
 * whether the run passed. It needs a RunTarget as `metadata.target` of the configuration.
 *
 * A run that observes is not judged, and writes only what its tests saw. One shard of a run is not judged: it has no matrix, and says so. The reports of all of them, merged, have one.
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
  #known: KnownList | undefined;
  #split = '';
  #shards = 1;
  #isJudged = false;
  #letErrorsEnd = (): void => undefined;

  constructor(options: MatrixReporterOptions & PlaywrightOptions = {}) {
    this.#options = { ...defaults, ...options };
    this.#mode = playwrightMode(options);
    this.#policy = { rules: options.gate ?? 'reachable', differs: options.differs, flaky: options.flaky };
    const problems = [...gateProblems(this.#policy), ...customRulesProblems(options.rules)];
    // Before Allure's reporter makes its folder.
    const unwritable = this.#mode === 'list' ? undefined : outputProblem(this.#options.outputDir);
    refuseProblems([...problems, ...(unwritable === undefined ? [] : [unwritable])]);
    this.#known = knownOrRefusal(options.known);
    const hasResult = this.#mode === 'test' || this.#mode === 'merge';
    if (hasResult && options.observations === undefined) beginResult(this.#options.outputDir);
  }

  printsToStdio(): boolean {
    return false;
  }

  /** Notes the tests of the whole run, before Playwright leaves a shard only its own. */
  preprocess({ config, suite }: { config: FullConfig; suite: Suite }): Promise<void> {
    const only = this.#mode === 'test' ? onlyProblem(suite, folderOf(config)) : undefined;
    if (only !== undefined) {
      // A shard can't hand it to the merge.
      if (config.shard !== null) endWithProblems([only]);
      this.#errors.push(only);
    }
    const tests = testsToRun(config, suite);
    const by = typedSelection(process.argv);
    if (by !== undefined) {
      this.#selected = { by, tests: tests.length, mayBeNone: /(^| )--only-changed\b/.test(by) };
    }
    if (config.shard !== null) this.#split = splitOf(tests);
    return Promise.resolve();
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.#config = config;
    this.#own = collectCustom(suite.allTests(), this.#options.rules);
    // Playwright leaves out what `--last-failed` does not name only now.
    if (this.#selected !== undefined && config.shard === null)
      this.#selected = { ...this.#selected, tests: testsToRun(config, suite).length };
    suite.allTests().forEach(hideOwn);
    this.#target = runTargetSchema.safeParse(config.metadata['target']).data;
    this.#directory = folderOf(config);
    if (this.#mode === 'test') refuseTestFiles(config);
    if (config.shard !== null && this.#target !== undefined)
      recordShard(config.metadata, {
        ...config.shard,
        target: this.#target,
        gate: this.#policy,
        split: this.#split,
        selected: this.#selected,
        ...(this.#known !== undefined && { known: { file: this.#known.file, text: this.#known.text } }),
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
      this.#errors.push(`${counted(unreadable, 'shard')} can't be read: run and merge them by the same version.`);
    }
    this.#shards = shards.length;
    this.#selected = shards[0]?.selected;
    this.#known ??= knownOfShards(shards);
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
    if (this.#isJudged) print(`\nAfter the verdict, which does not count for that: ${description}`);
  }

  async onEnd(result: FullResult): Promise<{ status?: FullResult['status'] } | undefined> {
    if (this.#mode === 'list') {
      const { allure, junitFile } = this.#options;
      // `allure-playwright` describes the surroundings of a run that has no results, too.
      if (allure !== false && allure.keptDir !== undefined) removeResults(allure);
      if (junitFile !== undefined) rmSync(junitFile, { force: true });
      tellJudged();
      return undefined;
    }
    try {
      const concluded = await this.#conclude(result);
      tellJudged((concluded?.status ?? result.status) !== 'passed');
      return concluded;
    } finally {
      this.#isJudged = true;
      this.#letErrorsEnd();
      const { outputDir, junitFile } = this.#options;
      // Of a shard, which has no other reports.
      if (junitFile !== undefined) replaceJunit(outputDir, junitFile);
      await this.#keepAllureResults();
    }
  }

  async #conclude(result: FullResult): Promise<{ status?: FullResult['status'] } | undefined> {
    if (this.#target === undefined) {
      print('\nThere is no rule matrix: the configuration has no RunTarget as metadata.target.');
      replaceExitCode(exitCodes.badSettings);
      return { status: 'failed' };
    }
    const ended: EndedRun = {
      ...this.#options,
      target: this.#target,
      tests: this.#suite?.allTests() ?? [],
      directory: this.#directory,
      configFile: this.#config?.configFile,
      own: this.#own,
      errors: this.#errors,
      policy: this.#policy,
      known: this.#known,
      selected: this.#selected,
      shards: this.#shards,
      mayList: this.#mode === 'test' && this.#config?.shard === null,
    };
    const judged = await judgeRun(result, ended);
    if (ended.observations !== undefined) {
      writeObservations(ended.observations, judged);
      return undefined;
    }
    if (this.#config !== undefined && this.#config.shard !== null) {
      print(shardLines(this.#config, this.#target, judged).join('\n'));
      if (judged.run.outage === undefined) {
        if (failsOnlyAsKnown(judged)) return { status: 'passed' };
        if (result.status !== 'passed') replaceExitCode(exitCodes.testsFailed);
        return undefined;
      }
      replaceExitCode(exitCodes.trackerUnreachable);
      return { status: 'failed' };
    }
    const { matrix, places, annotations } = await writeReports(judged, ended);
    printAnnotations(annotations, 'stdout');
    print(closingLines(matrix, places).join('\n'));

    // Playwright counts what is known as failed.
    if (matrix.verdict.verdict === 'passed') return result.status === 'failed' ? { status: 'passed' } : undefined;
    replaceExitCode(exitCodeOf(matrix.verdict));
    return { status: result.status === 'passed' ? 'failed' : result.status };
  }

  async #keepAllureResults(): Promise<void> {
    const { allure } = this.#options;
    if (allure === false || allure.keptDir === undefined || typeof allure.resultsDir !== 'string') return;
    await replaceFolder(allure.resultsDir, allure.keptDir);
  }
}

function folderOf({ configFile }: FullConfig): string {
  return configFile === undefined ? process.cwd() : dirname(configFile);
}

function refuseTestFiles({ projects }: FullConfig): void {
  const folders = [...new Set(projects.map(({ outputDir }) => outputDir))];
  const problems = folders.map(testFilesProblem).filter((problem) => problem !== undefined);
  if (problems.length > 0) endWithProblems(problems);
}

function endWithProblems(problems: readonly string[]): never {
  printError(problems.join('\n'));
  tellJudged();
  process.exit(exitCodes.badSettings);
}

/** Takes away what Allure, which shows annotations as steps, would show when a test begins. */
function hideOwn(test: TestCase): void {
  const own: readonly string[] = [annotationTypes.customRule, annotationTypes.customEndpoint];
  test.annotations = test.annotations.filter(({ type }) => !own.includes(type));
}

function failsOnlyAsKnown({ run, totals }: JudgedMatrix): boolean {
  return run.status === 'failed' && run.errors.length === 0 && totals.failed === 0 && totals.known !== undefined;
}

function removeResults({ resultsDir }: AllureDirectories): void {
  for (const folder of [resultsDir].flat()) rmSync(folder, { recursive: true, force: true });
}
