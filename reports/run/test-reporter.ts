import type { FullConfig, FullResult, Suite } from '@playwright/test/reporter';
import { printError } from '../../client/print.js';
import { runTargetSchema } from '../../contracts/report/run.js';
import { exitCodes } from '../exit-codes.js';
import { finishedTestsOf, folderOf } from '../finished-tests.js';
import type { MatrixReporterOptions } from '../matrix-reporter-options.js';
import { onlyProblem } from '../only-problem.js';
import { typedSelection } from '../playwright-options.js';
import { clearLeftResults } from '../replace.js';
import { recordShard, splitOf, testsToRun } from '../shards.js';
import { outliveWriteErrors, testFilesProblem } from '../writing-problems.js';
import { concludeRun, concludeShard } from './conclude.js';
import type { Conclusion } from './conclude.js';
import { tellJudged } from './expect-end.js';
import { judgeRun } from './judge-run.js';
import type { EndedRun } from './judge-run.js';
import { RunReporter, removeResults } from './run-reporter.js';
import { writeObservations } from './write-reports.js';

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

  protected override async conclude(result: FullResult, ended: EndedRun): Promise<Conclusion> {
    writeObservations(this.#file, await judgeRun(result, ended));
    return undefined;
  }
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
