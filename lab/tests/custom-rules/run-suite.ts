import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAllureResults, readMatrix } from '../reports/read-run.js';
import { runPlaywright } from '../reports/run-project.js';

/** The folder of a suite with rules, endpoints and builders of its own. */
export const suite = join(import.meta.dirname, 'suite');

/** Runs the suite with these arguments of `playwright test` and these settings and no other. */
export async function runSuite(
  output: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
) {
  const env = { TRACKER_SEED: '3', TRACKER_OUTPUT: output, ...settings };
  const ended = await runPlaywright(suite, ['test', '-c', suite, ...args], env);
  const reports = join(output, 'isolated');
  const read = (name: string) => readFileSync(join(reports, name), 'utf8');
  return {
    ...ended,
    /** Reads a file of its reports. */
    read,
    /** Reads `rules.json`. */
    matrix: () => readMatrix(reports),
    /** Reads the results that Allure makes its report of. */
    allureResults: () => readAllureResults(join(reports, 'allure-results')),
  };
}
