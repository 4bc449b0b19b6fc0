import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError, TestRun } from '@playwright/test/reporter';
import { readPlan, testsByCell, testsNotPlanned } from './cells.js';

/** What the reporters of runs of cells share: they leave out the tests that no cell asks for, and collect errors. */
export abstract class CellsReporter implements Reporter {
  protected readonly plan = readPlan();
  protected readonly errors: string[] = [];
  #suite: Suite | undefined;

  preprocess({ suite, testRun }: { suite: Suite; testRun: TestRun }): Promise<void> {
    for (const test of testsNotPlanned(suite.allTests(), this.plan)) testRun.exclude(test);
    return Promise.resolve();
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.begin(suite.allTests().length);
  }

  onError({ message, value }: TestError): void {
    this.errors.push(message ?? value ?? 'an error without a message');
  }

  /** That tests fail is what the run is for: a status of `failed` says nothing. */
  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    const { status } = result;
    if (status === 'timedout' || status === 'interrupted')
      this.errors.push(`The run was ${status}; it proves nothing.`);
    const passed = await this.end(testsByCell(this.#suite?.allTests() ?? []), result);
    return { status: passed && this.errors.length === 0 ? 'passed' : 'failed' };
  }

  /** Says what is about to run. */
  protected abstract begin(tests: number): void;

  /** Writes the outcomes. @returns whether the run passes, if there are no errors */
  protected abstract end(
    byCell: ReadonlyMap<string, readonly TestCase[]>,
    result: FullResult,
  ): boolean | Promise<boolean>;
}
