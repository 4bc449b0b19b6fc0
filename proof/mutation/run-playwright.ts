import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** How a test of a run ended. */
export interface EndedTest {
  readonly id: string;
  /** The titles of its describe blocks and its own. */
  readonly title: string;
  /** The spec file it was loaded by, relative to the folder of the run's specs. */
  readonly file: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly durationMs: number;
  /** Its error; empty where there is none. */
  readonly error: string;
}

interface JsonSuite {
  readonly title: string;
  readonly suites?: readonly JsonSuite[];
  readonly specs: readonly {
    readonly id: string;
    readonly title: string;
    readonly tests: readonly {
      readonly results: readonly {
        readonly status: string;
        readonly duration: number;
        readonly error?: { readonly message?: string };
      }[];
    }[];
  }[];
}

interface JsonReport {
  readonly suites: readonly JsonSuite[];
  /** What went wrong outside the tests, such as a file that can't be loaded. */
  readonly errors: readonly { readonly message?: string }[];
}

const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');

/**
 * Runs the specs in the working directory, which is the copy of the project that StrykerJS has put its mutants into.
 *
 * @param home a folder for the report
 */
export async function runPlaywright(home: string, env: Readonly<Record<string, string>>): Promise<EndedTest[]> {
  const report = join(home, 'report.json');
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TRACKER_'));
  const child = spawn(process.execPath, [cli, 'test', '-c', 'proof/mutation', '--reporter', 'json'], {
    env: { ...Object.fromEntries(own), ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  const { suites, errors } = JSON.parse(readFileSync(report, 'utf8')) as JsonReport;
  if (errors.length > 0) throw new Error(`Playwright could not run the specs: ${errors[0]?.message ?? ''}`);
  return suites.flatMap((suite) => endedTests(suite, suite.title, []));
}

function endedTests({ suites = [], specs }: JsonSuite, file: string, titles: readonly string[]): EndedTest[] {
  const own = specs.map(({ id, title, tests }) => {
    const { status = 'skipped', duration = 0, error } = tests[0]?.results.at(-1) ?? {};
    const path = [...titles, title].join(' › ');
    return { id, title: path, file, status: toStatus(status), durationMs: duration, error: error?.message ?? '' };
  });
  return [...own, ...suites.flatMap((suite) => endedTests(suite, file, [...titles, suite.title]))];
}

function toStatus(status: string): EndedTest['status'] {
  return status === 'passed' || status === 'skipped' ? status : 'failed';
}
