import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, test } from '@playwright/test';
import type { MutantCoverage } from '@stryker-mutator/api/core';
import { apiOnly } from '../../../fixtures/index.js';
import { OUTCOME_IGNORED } from '../../../fixtures/outcome.js';
import { slowSpecs } from '../../tests/slow-specs.js';
import { ROOT } from '../processes.js';
import { COVERAGE_FOLDER, fileOf, PLAN_FILE } from './plan.js';
import type { Plan } from './plan.js';

/**
 * The tests of a mutation run, each on a tracker of its own: all of them as they are, to see which reaches which mutant,
 * or by a plan, with a spec file for each mutant. The workers read this file too, so it is here that they begin to write
 * down what they reach.
 */
const coverageFolder = process.env[COVERAGE_FOLDER];
if (coverageFolder !== undefined) collectCoverage(coverageFolder);

// Loaded by a test, what runs on load would count as reached by that test, and stay mutated for all that come after it.
await import('../../../fake/index.js');

const planFile = process.env[PLAN_FILE];

export default defineConfig({
  ...(planFile === undefined ? withoutMutants() : withMutants(JSON.parse(readFileSync(planFile, 'utf8')) as Plan)),
  outputDir: join(ROOT, 'tracker-output/lab/output', String(process.ppid)),
  use: apiOnly,
  reporter: './outcome-reporter.ts',
});

function withoutMutants() {
  return {
    testDir: ROOT,
    testMatch: [
      'specs/*/*.spec.ts',
      'lab/tests/{directory-sync,fixtures,guard,leases,outage,sweep,test-management,wire}/*.spec.ts',
    ],
    // They start processes, in which no mutant is switched on.
    testIgnore: slowSpecs.map((spec) => `lab/tests/${spec}`),
    fullyParallel: true,
    workers: 2,
  };
}

function withMutants({ folder, tests }: Plan) {
  const ofMutants = Object.entries(tests).map(([id, names]) => {
    const titles = names.map((name) => escape(name.slice(fileOf(name).length).replaceAll(' › ', ' ').trim()));
    return `${id}\\.spec\\.ts (?:${titles.join('|')})`;
  });
  return {
    testDir: folder,
    respectGitIgnore: false,
    // A mutant with many tests gets all tests of their files; the switch skips the tests that are not wanted.
    grep: new RegExp(`(?:^|[ /])(?:${ofMutants.join('|')})`),
    timeout: 20_000,
    workers: 1,
    metadata: { [OUTCOME_IGNORED]: true },
  };
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** The global object that StrykerJS's instrumented code reads and writes. */
interface StrykerGlobal {
  currentTestId?: string;
  mutantCoverage?: MutantCoverage;
}

/** Tells instrumented code which test is running, and writes what each test reached to a file when the process ends. */
function collectCoverage(folder: string): void {
  // Instrumented code that is loaded already holds on to the object it has made.
  const stryker = ((globalThis as { __stryker__?: StrykerGlobal }).__stryker__ ??= {});
  Object.defineProperty(stryker, 'currentTestId', { get: currentTestId });
  process.once('exit', () => {
    if (stryker.mutantCoverage === undefined) return;
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(stryker.mutantCoverage));
  });
}

function currentTestId(): string | undefined {
  try {
    return test.info().testId;
  } catch {
    // Between tests there is no test id.
    return undefined;
  }
}
