import { rmSync } from 'node:fs';
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { print } from '../../client/print.js';
import { annotationTypes } from '../../contracts/report/test-event.js';
import { runTargetSchema } from '../../contracts/report/run.js';
import type { Selected } from '../../contracts/report/run.js';
import { apis } from '../../contracts/rules/rule.js';
import type { Api } from '../../contracts/rules/rule.js';
import type { AllureDirectories } from '../allure/report/generate-allure-report.js';
import { replaceJunit } from '../ci/write-ci-reports.js';
import { exitCodes, replaceExitCode } from '../exit-codes.js';
import { finishedTestsOf, folderOf } from '../finished-tests.js';
import type { GatePolicy } from '../gate.js';
import type { MatrixReporterOptions } from '../matrix-reporter-options.js';
import { replaceFolder } from '../replace.js';
import { describeError } from '../writing-problems.js';
import { tellJudged } from './expect-end.js';
import type { EndedRun } from './judge-run.js';

/** The status that takes the place of Playwright's; undefined if that stays. */
export type Conclusion = { readonly status: FullResult['status'] } | undefined;

export const OUTPUT_DIR = 'tracker-output';

const defaults = { outputDir: OUTPUT_DIR, apis: apis as readonly Api[], allure: false as AllureDirectories | false };

/**
 * Collects what is known of a run, and concludes it.
 *
 * It says that it prints nothing, so that Playwright adds its progress reporter if no other is listed.
 */
export abstract class RunReporter implements Reporter {
  protected readonly options: typeof defaults & MatrixReporterOptions;
  protected policy: GatePolicy;
  protected readonly errors: string[] = [];
  protected selected: Selected | undefined;
  protected shards = 1;
  protected letErrorsEnd = (): void => undefined;
  #run: { readonly config: FullConfig; readonly suite: Suite } | undefined;
  #isJudged = false;

  constructor(options: MatrixReporterOptions) {
    this.options = { ...defaults, ...options };
    this.policy = { rules: options.gate ?? 'reachable', differs: options.differs, flaky: options.flaky };
  }

  /** Prepares a run, whose tests have been found and not begun. */
  protected abstract begin(config: FullConfig, suite: Suite): void;

  protected abstract conclude(result: FullResult, ended: EndedRun, config: FullConfig): Promise<Conclusion>;

  printsToStdio(): boolean {
    return false;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#run = { config, suite };
    finishedTestsOf(config, suite, this.options);
    suite.allTests().forEach(hideData);
    this.begin(config, suite);
  }

  /** On a retry Allure would show what the attempt before annotated. The result keeps its annotations. */
  onTestEnd(test: TestCase): void {
    hideData(test);
  }

  onError(error: TestError): void {
    const description = describeError(error, this.#run === undefined ? process.cwd() : folderOf(this.#run.config));
    this.errors.push(description);
    // Playwright counts the run as failed.
    if (this.#isJudged) print(`\nAfter the verdict, which does not count for that: ${description}`);
  }

  async onEnd(result: FullResult): Promise<Conclusion> {
    try {
      const concluded = await this.#conclude(result);
      tellJudged((concluded?.status ?? result.status) !== 'passed');
      return concluded;
    } finally {
      this.#isJudged = true;
      this.letErrorsEnd();
      const { outputDir, junitFile, allure } = this.options;
      // Of a shard, which has no other reports.
      if (junitFile !== undefined) replaceJunit(outputDir, junitFile);
      if (allure !== false && allure.keptDir !== undefined && typeof allure.resultsDir === 'string')
        await replaceFolder(allure.resultsDir, allure.keptDir);
    }
  }

  async #conclude(result: FullResult): Promise<Conclusion> {
    const { config, suite } = this.#run ?? {};
    const target = runTargetSchema.safeParse(config?.metadata['target']).data;
    if (config === undefined || suite === undefined || target === undefined) {
      print('\nThere is no rule matrix: the configuration has no RunTarget as metadata.target.');
      replaceExitCode(exitCodes.badSettings);
      return { status: 'failed' };
    }
    const { options, errors, policy, selected, shards } = this;
    const { configFile } = config;
    const finished = finishedTestsOf(config, suite);
    const ended = { ...options, errors, policy, selected, shards, target, configFile, finished };
    return this.conclude(result, { ...ended, tests: suite.allTests() }, config);
  }
}

/** Takes away the data for the reports, which Allure would show as steps and JUnit as properties. */
function hideData(test: TestCase): void {
  const data: readonly string[] = [annotationTypes.custom, annotationTypes.event];
  test.annotations = test.annotations.filter(({ type }) => !data.includes(type));
}

export function removeResults({ resultsDir }: AllureDirectories): void {
  for (const folder of [resultsDir].flat()) rmSync(folder, { recursive: true, force: true });
}
