import { appendFileSync } from 'node:fs';
import type { FullConfig, FullResult, Reporter, Suite } from '@playwright/test/reporter';

/** The options of the tally reporter in a list of reporters. */
export interface TallyReporterOptions {
  /** What the run is called in the tally. */
  readonly run: string;
  /** The file a line is added to; no line is written where it is left out. */
  readonly file?: string | undefined;
}

/**
 * Adds the numbers of a run to a file, as a line of JSON `{ run, passed, failed, skipped }`, so that a script can sum
 * several runs up. A run that did not pass although no test failed counts as one failure. A shard of a run adds nothing:
 * its tests count when the shards are merged.
 */
export default class TallyReporter implements Reporter {
  readonly #options: TallyReporterOptions;
  #suite: Suite | undefined;
  #isShard = false;

  constructor(options: TallyReporterOptions) {
    this.#options = options;
  }

  printsToStdio(): boolean {
    return false;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.#isShard = config.shard !== null;
  }

  onEnd({ status }: FullResult): void {
    const { run, file } = this.#options;
    if (file === undefined || this.#isShard) return;
    const outcomes = (this.#suite?.allTests() ?? []).map((test) => test.outcome());
    const count = (...wanted: string[]) => outcomes.filter((outcome) => wanted.includes(outcome)).length;
    const failed = count('unexpected');
    const line = {
      run,
      passed: count('expected', 'flaky'),
      failed: status === 'passed' ? failed : Math.max(1, failed),
      skipped: count('skipped'),
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  }
}
