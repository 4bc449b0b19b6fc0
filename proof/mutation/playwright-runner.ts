import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MutantCoverage } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import type {
  DryRunResult,
  MutantRunOptions,
  MutantRunResult,
  TestResult,
  TestRunner,
} from '@stryker-mutator/api/test-runner';
import { COVERAGE_FOLDER } from './plan.js';
import { runSpecs } from './run-specs.js';
import type { EndedTest } from './run-specs.js';
import { tryMutants } from './try-mutants.js';
import type { TriedMutant } from './try-mutants.js';

/** Where the process that tried the mutants tells the others what it found. */
const TRIED = 'tried-mutants.json';

/**
 * Lets StrykerJS run Playwright specs. All mutants are tried together at the end of the first run, as soon as it is
 * known which tests reach which; when StrykerJS then asks for one after the other, the answers are there.
 */
class PlaywrightRunner implements TestRunner {
  #tried: Readonly<Record<string, TriedMutant>> | undefined;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun(): Promise<DryRunResult> {
    const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-coverage-'));
    try {
      const tests = await runSpecs(folder, { [COVERAGE_FOLDER]: folder });
      const mutantCoverage = readCoverage(folder);
      if (tests.every(({ status }) => status !== 'failed')) {
        writeFileSync(TRIED, JSON.stringify(Object.fromEntries(await tryMutants(tests, mutantCoverage))));
      }
      return { status: DryRunStatus.Complete, tests: tests.map(toTestResult), mutantCoverage };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  mutantRun({ activeMutant }: MutantRunOptions): Promise<MutantRunResult> {
    this.#tried ??= JSON.parse(readFileSync(TRIED, 'utf8')) as Record<string, TriedMutant>;
    return Promise.resolve(toMutantResult(this.#tried[activeMutant.id]));
  }
}

function toMutantResult(tried: TriedMutant | undefined): MutantRunResult {
  if (tried === undefined || tried.ran === 0) return { status: MutantRunStatus.Error, errorMessage: 'No test ran.' };
  const { ran: nrOfTests, killedBy, message: failureMessage } = tried;
  if (killedBy.length === 0) return { status: MutantRunStatus.Survived, nrOfTests };
  return { status: MutantRunStatus.Killed, killedBy: [...killedBy], failureMessage, nrOfTests };
}

function toTestResult({ id, title, status, durationMs, error }: EndedTest): TestResult {
  const result = { id, name: title, timeSpentMs: durationMs };
  if (status === 'failed') return { ...result, status: TestStatus.Failed, failureMessage: error };
  return { ...result, status: status === 'passed' ? TestStatus.Success : TestStatus.Skipped };
}

/** What the workers of a run left, each what its own tests reached. */
function readCoverage(folder: string): MutantCoverage {
  const all: MutantCoverage = { static: {}, perTest: {} };
  for (const file of readdirSync(folder).filter((name) => /^\d+\.json$/.test(name))) {
    const { static: onLoad, perTest } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as MutantCoverage;
    Object.assign(all.static, onLoad);
    Object.assign(all.perTest, perTest);
  }
  return all;
}

/** What StrykerJS looks for in a plugin. */
export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'playwright', PlaywrightRunner)];
