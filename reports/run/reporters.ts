import { rmSync } from 'node:fs';
import type { FullConfig, FullResult, Reporter, Suite } from '@playwright/test/reporter';
import { print, printAnnotations, printError } from '../../client/print.js';
import { counted } from '../../contracts/counted.js';
import { runTargetSchema } from '../../contracts/report/run.js';
import { closingLines, shardLines } from '../closing-lines.js';
import { exitCodeOf, exitCodes, replaceExitCode } from '../exit-codes.js';
import { countAccepted } from '../matrix/count-states.js';
import { finishedTestsOf, folderOf } from '../finished-tests.js';
import type { MatrixReporterOptions } from '../matrix-reporter-options.js';
import { onlyProblem } from '../list-tests.js';
import { typedSelection } from '../playwright-options.js';
import { clearLeftResults } from '../replace.js';
import { countUnreadableShards, readShards, recordShard, shardProblems, splitOf, testsToRun } from '../shards.js';
import { outliveWriteErrors, testFilesProblem } from '../writing-problems.js';
import { tellJudged } from './expect-end.js';
import { judgeRun } from './judge-run.js';
import type { EndedRun } from './judge-run.js';
import { RunReporter, removeResults } from './run-reporter.js';
import type { Conclusion } from './run-reporter.js';
import { writeObservations, writeReports } from './write-reports.js';

/** Prepares and judges a run of tests, or of one shard of them. */
export class TestReporter extends RunReporter {
  #split = '';

  /** Notes the tests of the whole run, before Playwright leaves a shard only its own. */
  preprocess({ config, suite }: { config: FullConfig; suite: Suite }): Promise<void> {
    const only = onlyProblem(suite, folderOf(config));
    if (only !== undefined) {
      // A shard can't hand it to the merge.
      if (config.shard !== null) endWithProblems([only]);
      this.errors.push(only);
    }
    const tests = testsToRun(config, suite);
    const by = typedSelection(process.argv);
    if (by !== undefined) {
      this.selected = { by, tests: tests.length, mayBeNone: /(^| )--only-changed\b/.test(by) };
    }
    if (config.shard !== null) this.#split = splitOf(tests);
    return Promise.resolve();
  }

  protected begin(config: FullConfig, suite: Suite): void {
    // Playwright leaves out what `--last-failed` does not name only now.
    if (this.selected !== undefined && config.shard === null)
      this.selected = { ...this.selected, tests: testsToRun(config, suite).length };
    refuseTestFiles(config);
    if (config.shard !== null) this.#recordShard(config, suite, config.shard);
    const { allure } = this.options;
    if (allure === false) return;
    this.letErrorsEnd = outliveWriteErrors((error) => this.onError({ message: String(error) }));
    removeResults(allure);
    if (allure.keptDir !== undefined) clearLeftResults(allure.keptDir);
  }

  #recordShard(config: FullConfig, suite: Suite, shard: NonNullable<FullConfig['shard']>): void {
    const target = runTargetSchema.safeParse(config.metadata['target']).data;
    if (target === undefined) return;
    const { known } = finishedTestsOf(config, suite);
    recordShard(config.metadata, {
      ...shard,
      target,
      gate: this.policy,
      split: this.#split,
      selected: this.selected,
      ...(known !== undefined && { known: { file: known.file, text: known.text } }),
    });
  }

  protected conclude(result: FullResult, ended: EndedRun, config: FullConfig): Promise<Conclusion> {
    if (config.shard !== null) return concludeShard(result, ended, config);
    return concludeRun(result, { ...ended, mayList: true });
  }
}

/** Writes what the tests of a run saw, and judges nothing. */
export class ObservationReporter extends TestReporter {
  readonly #file: string;

  constructor(options: MatrixReporterOptions, file: string) {
    super(options);
    this.#file = file;
  }

  protected override async conclude(result: FullResult, ended: EndedRun, config: FullConfig): Promise<Conclusion> {
    writeObservations(this.#file, await judgeRun(result, ended), ended.tests, config);
    return undefined;
  }
}

/** Judges merged shards as one run, as it would have been judged in one piece, save if options say otherwise. */
export class MergeReporter extends RunReporter {
  protected begin({ metadata }: FullConfig): void {
    const shards = readShards(metadata);
    const unreadable = countUnreadableShards(metadata);
    this.errors.push(...shardProblems(shards));
    if (unreadable > 0) {
      this.errors.push(`${counted(unreadable, 'shard')} can't be read: run and merge them by the same version.`);
    }
    this.shards = shards.length;
    this.selected = shards[0]?.selected;
    const { gate, differs, flaky } = this.options;
    const told = { ...this.policy, ...shards[0]?.gate };
    this.policy = { rules: gate ?? told.rules, differs: differs ?? told.differs, flaky: flaky ?? told.flaky };
  }

  protected conclude = concludeRun;
}

/** Removes what other reporters write of a list of tests. */
export function listReporter({ allure = false, junitFile }: MatrixReporterOptions): Reporter {
  const onEnd = () => {
    // `allure-playwright` describes the surroundings of a run that has no results, too.
    if (allure !== false && allure.keptDir !== undefined) removeResults(allure);
    if (junitFile !== undefined) rmSync(junitFile, { force: true });
    tellJudged();
  };
  return { printsToStdio: () => false, onEnd };
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

/** Writes the reports of a run, prints them, and decides whether the run passed. */
async function concludeRun(result: FullResult, ended: EndedRun): Promise<Conclusion> {
  const { matrix, places, annotations } = await writeReports(await judgeRun(result, ended), ended);
  printAnnotations(annotations, 'stdout');
  print(closingLines(matrix, places).join('\n'));

  // Playwright counts what is known as failed.
  if (matrix.verdict.verdict === 'passed') return result.status === 'failed' ? { status: 'passed' } : undefined;
  replaceExitCode(exitCodeOf(matrix.verdict));
  return { status: result.status === 'passed' ? 'failed' : result.status };
}

/** A shard has no verdict, but an exit code. */
async function concludeShard(result: FullResult, ended: EndedRun, config: FullConfig): Promise<Conclusion> {
  const judged = await judgeRun(result, ended);
  print(shardLines(config, ended.target, judged).join('\n'));
  const { run, totals } = judged;
  if (run.outage !== undefined) {
    replaceExitCode(exitCodes.trackerUnreachable);
    return { status: 'failed' };
  }
  const hasOnlyAccepted =
    run.errors.length === 0 && run.refused === undefined && totals.failed === 0 && countAccepted(totals) > 0;
  if (result.status === 'failed' && hasOnlyAccepted) return { status: 'passed' };
  if (result.status !== 'passed') replaceExitCode(exitCodes.testsFailed);
  return undefined;
}
