import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { judgedMatrixSchema } from '../../../contracts/index.js';
import type { AllureResult } from '../../../reports/allure/results/allure-result.js';
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
    matrix: () => judgedMatrixSchema.parse(JSON.parse(read('rules.json'))),
    /** Reads the results that Allure makes its report of. */
    allureResults: () =>
      readdirSync(join(reports, 'allure-results'))
        .filter((name) => name.endsWith('-result.json'))
        .map((name) => JSON.parse(read(join('allure-results', name))) as AllureResult),
  };
}
