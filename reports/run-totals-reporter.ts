import { appendFileSync } from 'node:fs';
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { annotationTypes } from '../contracts/report/annotations.js';
import { messageOf } from '../contracts/thrown.js';
import { unfinishedReason } from './finish-test.js';
import { printError } from '../fixtures/reporting/print.js';

export interface RunTotalsReporterOptions {
  readonly run: string;
  /** The file that a line is added to; no line is written if this is left out. */
  readonly file?: string | undefined;
}

/**
 * Adds the numbers of a run to a file, as a line of JSON `{ run, passed, failed, skipped }`, so that a script can sum
 * several runs up. A run that did not pass although no test failed counts as one failure. A shard of a run adds nothing:
 * its tests count when the shards are merged.
 */
export default class RunTotalsReporter implements Reporter {
  readonly #options: RunTotalsReporterOptions;
  #suite: Suite | undefined;
  #isShard = false;

  constructor(options: RunTotalsReporterOptions) {
    this.#options = options;
  }

  printsToStdio(): boolean {
    return false;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.#isShard = config.shard !== null;
  }

  // oxlint-disable-next-line typescript/require-await -- a status is only taken from a promise
  async onEnd({ status }: FullResult): Promise<{ status: 'failed' } | undefined> {
    const { run, file } = this.#options;
    if (file === undefined || this.#isShard) return undefined;
    const tests = this.#suite?.allTests() ?? [];
    const counted = tests.filter((test) => unfinishedReason(test) === undefined && !isKnown(test));
    const outcomes = counted.map((test) => test.outcome());
    const count = (...wanted: string[]) => outcomes.filter((outcome) => wanted.includes(outcome)).length;
    const failed = count('unexpected');
    const line = {
      run,
      passed: count('expected', 'flaky'),
      failed: status === 'passed' ? failed : Math.max(1, failed),
      skipped: count('skipped'),
    };
    try {
      appendFileSync(file, `${JSON.stringify(line)}\n`);
      return undefined;
    } catch (error) {
      printError(`The run's numbers can't be added to ${file}, as TRACKER_RUN_TOTALS asks: ${messageOf(error)}`);
      return { status: 'failed' };
    }
  }
}

/** Whether a test failed as is known: it counts neither as passed nor as failed. */
function isKnown({ annotations }: TestCase): boolean {
  return annotations.some(({ type }) => type === annotationTypes.known);
}
