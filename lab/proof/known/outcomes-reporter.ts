import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../../contracts/counted.js';
import type { TestCase } from '@playwright/test/reporter';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import { finishTest } from '../../../reports/finish-test.js';
import { CellsReporter } from '../defects/cells-reporter.js';
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

/** Writes how the tests of each cell ended. */
export default class OutcomesReporter extends CellsReporter {
  protected begin(tests: number): void {
    const trackers = counted(Object.keys(this.plan.cells).length, 'tracker');
    process.stdout.write(`${trackers}, ${counted(tests, 'test run')}\n`);
  }

  protected end(byCell: ReadonlyMap<string, readonly TestCase[]>): boolean {
    const cells = Object.fromEntries([...byCell].map(([name, tests]) => [name, tests.map(outcomeOf)]));
    writeFileSync(OUTCOMES_FILE, JSON.stringify({ cells, errors: this.errors } satisfies Outcomes));
    return true;
  }
}

/** Whether a failure is expected says nothing here: every end is. */
function outcomeOf(testCase: TestCase): Outcome {
  const { project, file, title, rules, endpoints, status, failure } = finishTest(testCase, ROOT).test;
  const isFailed = status === 'expected failure' || status === 'failed';
  const end = isFailed ? 'failed' : status;
  return { project, file, title, rules, endpoints, status: end, ...(failure !== undefined && { failure }) };
}
