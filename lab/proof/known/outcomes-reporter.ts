import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { counted } from '../../../contracts/counted.js';
import type { FullResult, Reporter, Suite, TestCase, TestError, TestRun } from '@playwright/test/reporter';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import { finishTest } from '../../../reports/finish-test.js';
import { nameOfTest } from '../../../reports/known/known-entries.js';
import { ROOT } from '../processes.js';
import { readCellPlan } from './cells.js';
import type { Cell } from './cells.js';

/** The outcome of a test on one of the trackers of a run. */
export type Outcome = Pick<FinishedTest, 'project' | 'file' | 'title' | 'rules' | 'endpoints' | 'status' | 'failure'>;

/** The outcomes of the tests of each cell, by its name, and other errors. */
export interface Outcomes {
  readonly cells: Readonly<Record<string, readonly Outcome[]>>;
  readonly errors: readonly string[];
}

/** Leaves out the tests that no cell asks for, and writes how the others ended. */
export default class OutcomesReporter implements Reporter {
  readonly #plan = readCellPlan();
  readonly #errors: string[] = [];
  #suite: Suite | undefined;

  preprocess({ suite, testRun }: { suite: Suite; testRun: TestRun }): Promise<void> {
    for (const test of suite.allTests()) if (!isAskedFor(test, this.#cellOf(test))) testRun.exclude(test);
    return Promise.resolve();
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
    process.stdout.write(
      `${counted(this.#plan.cells.length, 'tracker')}, ${counted(suite.allTests().length, 'test run')}\n`,
    );
  }

  onError({ message, value }: TestError): void {
    this.#errors.push(message ?? value ?? 'an error without a message');
  }

  onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const cells: Record<string, Outcome[]> = Object.fromEntries(this.#plan.cells.map(({ name }) => [name, []]));
    for (const test of this.#suite?.allTests() ?? []) cells[this.#cellOf(test)?.name ?? '']?.push(outcomeOf(test));
    if (status === 'timedout' || status === 'interrupted')
      this.#errors.push(`The run was ${status}; it proves nothing.`);
    writeFileSync(this.#plan.outcomes, JSON.stringify({ cells, errors: this.#errors } satisfies Outcomes));
    return Promise.resolve({ status: this.#errors.length === 0 ? 'passed' : 'failed' });
  }

  #cellOf(test: TestCase): Cell | undefined {
    const [, , file = ''] = test.titlePath();
    return this.#plan.cells[Number(basename(file, '.spec.ts'))];
  }
}

function isAskedFor(test: TestCase, cell: Cell | undefined): boolean {
  if (cell?.tests !== undefined) return cell.tests.includes(nameOfTest(outcomeOf(test)));
  const [rule = ''] = /^[A-Z]+-\d+/.exec(cell?.defects[0] ?? '') ?? [];
  return test.tags.includes(`@${rule}`);
}

/** Whether a failure is expected says nothing here: every end is. */
function outcomeOf(testCase: TestCase): Outcome {
  const { project, file, title, rules, endpoints, status, failure } = finishTest(testCase, ROOT).test;
  const isFailed = status === 'expected failure' || status === 'failed';
  const end = isFailed ? 'failed' : status;
  return { project, file, title, rules, endpoints, status: end, ...(failure !== undefined && { failure }) };
}
