import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MutantCoverage } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import type {
  DryRunOptions,
  DryRunResult,
  MutantRunOptions,
  MutantRunResult,
  TestResult,
  TestRunner,
} from '@stryker-mutator/api/test-runner';
import { ACTIVE_MUTANT, COVERAGE_FOLDER } from './environment.js';
import { runPlaywright } from './playwright-run.js';
import type { EndedTest } from './playwright-run.js';

/** How long listing the tests may take, in milliseconds. */
const LISTING_TIMEOUT = 60_000;

/** Lets StrykerJS run Playwright specs: a process for each mutant, with just the tests that reach it. */
class PlaywrightRunner implements TestRunner {
  #tests: ReadonlyMap<string, EndedTest> = new Map();

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    const tests = await runPlaywright({ list: true, workers: 1, bail: false, timeout: LISTING_TIMEOUT, env: {} });
    if (tests === undefined) throw new Error('Playwright did not list the tests in time.');
    this.#tests = new Map(tests.map((test) => [test.id, test]));
  }

  async dryRun({ timeout }: DryRunOptions): Promise<DryRunResult> {
    const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-coverage-'));
    try {
      const tests = await runPlaywright({ workers: 2, bail: false, timeout, env: { [COVERAGE_FOLDER]: folder } });
      if (tests === undefined) return { status: DryRunStatus.Timeout };
      return { status: DryRunStatus.Complete, tests: tests.map(toTestResult), mutantCoverage: readCoverage(folder) };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async mutantRun({ activeMutant, testFilter, timeout, disableBail }: MutantRunOptions): Promise<MutantRunResult> {
    const tests = await runPlaywright({
      tests: testFilter?.flatMap((id) => this.#tests.get(id) ?? []),
      workers: 1,
      bail: !disableBail,
      timeout,
      env: { [ACTIVE_MUTANT]: activeMutant.id },
    });
    if (tests === undefined) return { status: MutantRunStatus.Timeout };
    const failed = tests.filter(({ status }) => status === 'failed');
    const nrOfTests = tests.length;
    if (nrOfTests === 0) return { status: MutantRunStatus.Error, errorMessage: 'No test ran.' };
    if (failed.length === 0) return { status: MutantRunStatus.Survived, nrOfTests };
    const killedBy = failed.map(({ id }) => id);
    return { status: MutantRunStatus.Killed, killedBy, failureMessage: failed[0]?.error ?? '', nrOfTests };
  }
}

function toTestResult({ id, title, status, durationMs, error }: EndedTest): TestResult {
  const result = { id, name: title, timeSpentMs: durationMs };
  if (status === 'failed') return { ...result, status: TestStatus.Failed, failureMessage: error };
  return { ...result, status: status === 'passed' ? TestStatus.Success : TestStatus.Skipped };
}

/** What the workers of a run left, each what its own tests reached. */
function readCoverage(folder: string): MutantCoverage {
  const all: MutantCoverage = { static: {}, perTest: {} };
  for (const file of readdirSync(folder)) {
    const { static: onLoad, perTest } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as MutantCoverage;
    Object.assign(all.static, onLoad);
    Object.assign(all.perTest, perTest);
  }
  return all;
}

/** What StrykerJS looks for in a plugin. */
export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'playwright', PlaywrightRunner)];
