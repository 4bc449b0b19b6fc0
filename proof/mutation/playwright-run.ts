import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** How a test of a run ended. */
export interface EndedTest {
  readonly id: string;
  readonly title: string;
  /** Its spec file, relative to the folder of the specs. */
  readonly file: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly durationMs: number;
  /** The start of its error; empty where there is none. */
  readonly error: string;
}

/** A test by its id and its spec file, relative to the folder of the specs. */
export type ChosenTest = Pick<EndedTest, 'id' | 'file'>;

/** What is to be run. */
export interface PlannedRun {
  /** The tests; all where it is left out. */
  readonly tests?: readonly ChosenTest[] | undefined;
  /** Whether the tests are only listed. */
  readonly list?: boolean;
  readonly workers: number;
  /** Whether the run ends with the first failure. */
  readonly bail: boolean;
  /** How long it may take, in milliseconds. */
  readonly timeout: number;
  readonly env: Readonly<Record<string, string>>;
}

interface JsonSuite {
  readonly suites?: readonly JsonSuite[];
  readonly specs: readonly {
    readonly id: string;
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly results: readonly {
        readonly status: string;
        readonly duration: number;
        readonly error?: { readonly message?: string };
      }[];
    }[];
  }[];
}

const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');

/** Runs the suite in a process of its own. @returns undefined where it took too long */
export async function runPlaywright(plan: PlannedRun): Promise<readonly EndedTest[] | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-mutant-'));
  try {
    const report = join(folder, 'report.json');
    // The working directory is the copy of the project that StrykerJS has put its mutants into.
    const args = ['test', '-c', 'proof/mutation', '--reporter', 'json', '--workers', String(plan.workers)];
    if (plan.bail) args.push('--max-failures', '1');
    if (plan.list === true) args.push('--list');
    if (plan.tests !== undefined) args.push(...onlyTests(folder, plan.tests));
    const ended = await inTime(args, { ...plan.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }, plan.timeout);
    if (!ended) return undefined;
    const { suites } = JSON.parse(readFileSync(report, 'utf8')) as { suites: readonly JsonSuite[] };
    return suites.flatMap(endedTests);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Playwright chooses tests by their ids only where they failed the last time: so it is told that these did. Their files
 * are named so that it loads no others.
 */
function onlyTests(folder: string, tests: readonly ChosenTest[]): string[] {
  const lastRun = join(folder, 'last-run.json');
  writeFileSync(lastRun, JSON.stringify({ status: 'failed', failedTests: tests.map(({ id }) => id) }));
  return ['--last-failed', '--last-failed-file', lastRun, ...new Set(tests.map(({ file }) => file))];
}

function inTime(args: readonly string[], env: NodeJS.ProcessEnv, timeout: number): Promise<boolean> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TRACKER_'));
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...Object.fromEntries(own), ...env },
    stdio: 'ignore',
    detached: true,
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // Its workers are in its process group and would go on without it.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      resolve(false);
    }, timeout);
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

function endedTests({ suites = [], specs }: JsonSuite): EndedTest[] {
  const own = specs.map(({ id, title, file, tests }) => {
    const { status = 'skipped', duration = 0, error } = tests[0]?.results.at(-1) ?? {};
    return { id, title, file, status: toStatus(status), durationMs: duration, error: error?.message ?? '' };
  });
  return [...own, ...suites.flatMap(endedTests)];
}

function toStatus(status: string): EndedTest['status'] {
  return status === 'passed' || status === 'skipped' ? status : 'failed';
}
