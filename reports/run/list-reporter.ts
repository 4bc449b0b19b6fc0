import { rmSync } from 'node:fs';
import type { Reporter } from '@playwright/test/reporter';
import type { MatrixReporterOptions } from '../matrix-reporter-options.js';
import { tellJudged } from './expect-end.js';
import { removeResults } from './run-reporter.js';

/** Removes what other reporters write of a list of tests. */
export class ListReporter implements Reporter {
  readonly #options: MatrixReporterOptions;

  constructor(options: MatrixReporterOptions) {
    this.#options = options;
  }

  printsToStdio(): boolean {
    return false;
  }

  onEnd(): void {
    const { allure = false, junitFile } = this.#options;
    // `allure-playwright` describes the surroundings of a run that has no results, too.
    if (allure !== false && allure.keptDir !== undefined) removeResults(allure);
    if (junitFile !== undefined) rmSync(junitFile, { force: true });
    tellJudged();
  }
}
