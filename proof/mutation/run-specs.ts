import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { specsOf } from '../playwright/json-report.js';
import type { JsonReport, PlacedSpec } from '../playwright/json-report.js';
import { runPlaywright } from '../playwright/run-playwright.js';
import { withoutSettings } from '../playwright/without-settings.js';

/** How a test of a run ended. */
export interface EndedTest {
  readonly id: string;
  /** The titles of its describe blocks and its own. */
  readonly title: string;
  /** The spec file it was loaded by, relative to the folder of the run's specs. */
  readonly file: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly durationMs: number;
  /** Its error; empty if there is none. */
  readonly error: string;
}

/**
 * Runs the specs in the working directory, which is the copy of the project that StrykerJS has put its mutants into.
 *
 * @param home a folder for the report
 */
export async function runSpecs(home: string, env: Readonly<Record<string, string>>): Promise<EndedTest[]> {
  const report = join(home, 'report.json');
  await runPlaywright(['test', '-c', 'proof/mutation', '--reporter', 'json'], {
    env: { ...withoutSettings(process.env), ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { suites, errors } = JSON.parse(readFileSync(report, 'utf8')) as JsonReport;
  if (errors.length > 0) throw new Error(`Playwright could not run the specs: ${errors[0]?.message ?? ''}`);
  return specsOf({ suites }).map(toEndedTest);
}

function toEndedTest({ id, path, file, tests }: PlacedSpec): EndedTest {
  const { status = 'skipped', duration = 0, error } = tests[0]?.results.at(-1) ?? {};
  return { id, title: path, file, status: toStatus(status), durationMs: duration, error: error?.message ?? '' };
}

function toStatus(status: string): EndedTest['status'] {
  return status === 'passed' || status === 'skipped' ? status : 'failed';
}
