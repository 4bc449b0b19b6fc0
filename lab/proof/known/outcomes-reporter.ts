import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../../contracts/counted.js';
import type { FullResult, Reporter, Suite, TestCase, TestError, TestRun } from '@playwright/test/reporter';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import { finishTest } from '../../../reports/finish-test.js';
import { readPlan, testsByCell, testsNotPlanned } from '../defects/cells.js';
import { ROOT } from '../processes.js';

/** The file for the outcomes of a run. */
export const OUTCOMES_FILE = join(ROOT, 'tracker-output/lab/known-outcomes.json');

/** The outcome of a test on one of the trackers of a run. */
export type Outcome = Pick<FinishedTest, 'project' | 'file' | 'title' | 'rules' | 'endpoints' | 'status' | 'failure'>;

/** The outcomes of the tests of each cell, by its name, and other errors. */
export interface Outcomes {
  readonly cells: Readonly<Record<string, readonly Outcome[]>>;
  readonly errors: readonly string[];
}

/** Leaves out the tests that no cell asks for, and writes how the others ended. */
export default class OutcomesReporter implements Reporter {
  readonly #plan = readPlan();
  readonly #errors: string[] = [];
  #suite: Suite | undefined;

  preprocess({ suite, testRun }: { suite: Suite; testRun: TestRun }): Promise<void> {
    for (const test of testsNotPlanned(suite.allTests(), this.#plan)) testRun.exclude(test);
    return Promise.resolve();
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
    const trackers = counted(Object.keys(this.#plan.cells).length, 'tracker');
    process.stdout.write(`${trackers}, ${counted(suite.allTests().length, 'test run')}\n`);
  }

  onError({ message, value }: TestError): void {
    this.#errors.push(message ?? value ?? 'an error without a message');
  }

  onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const byCell = testsByCell(this.#suite?.allTests() ?? []);
    const cells = Object.fromEntries([...byCell].map(([name, tests]) => [name, tests.map(outcomeOf)]));
    if (status === 'timedout' || status === 'interrupted')
      this.#errors.push(`The run was ${status}; it proves nothing.`);
    writeFileSync(OUTCOMES_FILE, JSON.stringify({ cells, errors: this.#errors } satisfies Outcomes));
    return Promise.resolve({ status: this.#errors.length === 0 ? 'passed' : 'failed' });
  }
}

/** Whether a failure is expected says nothing here: every end is. */
function outcomeOf(testCase: TestCase): Outcome {
  const { project, file, title, rules, endpoints, status, failure } = finishTest(testCase, ROOT).test;
  const isFailed = status === 'expected failure' || status === 'failed';
  const end = isFailed ? 'failed' : status;
  return { project, file, title, rules, endpoints, status: end, ...(failure !== undefined && { failure }) };
}
