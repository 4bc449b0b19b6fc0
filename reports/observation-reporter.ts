import { dirname } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite, TestError } from '@playwright/test/reporter';
import type { FinishedTest } from '../contracts/report/finished-test.js';
import { describeError, outputProblem } from './writing-problems.js';
import { finishTest } from './finish-test.js';
import { collectCustom } from './custom-definitions.js';
import { readOutage } from './read-annotations.js';
import { refuseProblems } from './exit-codes.js';
import { replaceFile } from './replace.js';

/** What a run that observes writes for `tracker-e2e observe`, which reads it in the same command. */
export interface ObservationRun extends Pick<FullResult, 'status'> {
  /** The errors outside the tests, and the annotations that can not be understood. */
  readonly errors: readonly string[];
  /** Why the tracker became unusable; absent if it stayed usable. */
  readonly outage?: string | undefined;
  readonly tests: readonly FinishedTest[];
}

/** Writes what the tests of a run observed to a file, as an {@link ObservationRun}; `tracker-e2e observe` reads it. */
export default class ObservationReporter implements Reporter {
  readonly #file: string;
  readonly #errors: string[] = [];
  #directory = process.cwd();
  #suite: Suite | undefined;

  constructor({ file }: { readonly file: string }) {
    this.#file = file;
    refuseProblems([outputProblem(dirname(file))].filter((problem) => problem !== undefined));
  }

  printsToStdio(): boolean {
    return false;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    if (config.configFile !== undefined) this.#directory = dirname(config.configFile);
  }

  onError(error: TestError): void {
    this.#errors.push(describeError(error, this.#directory));
  }

  onEnd({ status }: FullResult): void {
    const tests = this.#suite?.allTests() ?? [];
    const own = collectCustom(tests);
    const readings = tests.map((testCase) => finishTest(testCase, this.#directory, own));
    const run: ObservationRun = {
      status,
      errors: [...this.#errors, ...readings.flatMap(({ problems }) => problems)],
      outage: readOutage(tests),
      // A profile does not use the exchanges.
      tests: readings.map(({ test }) => ({
        ...test,
        // A run that observes expects any end, so that Playwright goes on in the same worker.
        ...(test.status === 'expected failure' && { status: 'failed' as const }),
        exchanges: { earlier: 0, kept: [], endpoints: [] },
      })),
    };
    replaceFile(this.#file, JSON.stringify(run));
  }
}
