import { dirname } from 'node:path';
import * as z from 'zod';
import type { FullConfig, FullResult, Reporter, Suite, TestError } from '@playwright/test/reporter';
import { finishedTestSchema } from '../contracts/report/finished-test.js';
import { describeError, outputProblem } from './writing-problems.js';
import { finishTest } from './finish-test.js';
import { collectCustom } from './custom-definitions.js';
import { readOutage } from './read-annotations.js';
import { refuseProblems } from './exit-codes.js';
import { replaceFile } from './replace.js';

/** The output of a run that observes, for `tracker-e2e observe`. */
export const observationRunSchema = z.strictObject({
  status: z.enum(['passed', 'failed', 'timedout', 'interrupted']),
  errors: z.array(z.string()),
  /** Why the tracker became unusable; absent if it stayed usable. */
  outage: z.string().optional(),
  tests: z.array(finishedTestSchema),
});

export type ObservationRun = z.infer<typeof observationRunSchema>;

export interface ObservationReporterOptions {
  readonly file: string;
}

/** Writes what the tests of a run observed to a file, as an {@link ObservationRun}; `tracker-e2e observe` reads it. */
export default class ObservationReporter implements Reporter {
  readonly #file: string;
  readonly #errors: string[] = [];
  #directory = process.cwd();
  #suite: Suite | undefined;

  constructor({ file }: ObservationReporterOptions) {
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
