import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MutantCoverage } from '@stryker-mutator/api/core';
import { COVERAGE_FOLDER } from './plan.js';
import { runTests } from './run-tests.js';

/** Which tests reach which mutants. */
export interface Coverage {
  /** The names of all tests that pass. */
  readonly tests: readonly string[];
  /** For each mutant, by its id, the places of the tests among them. */
  readonly reaching: Readonly<Record<string, readonly number[]>>;
  /** The ids of mutants in code that runs when a module is loaded, and in no test. */
  readonly onLoad: readonly string[];
}

/**
 * Runs all tests without a mutant and records which mutants each of them reaches.
 *
 * @throws Error if a test fails
 */
export async function findCoverage(copy: string, home: string): Promise<Coverage> {
  const folder = join(home, 'coverage');
  mkdirSync(folder, { recursive: true });
  const { tests, done, errors } = await runTests(copy, home, { [COVERAGE_FOLDER]: folder });
  const failed = tests.filter(({ status }) => status === 'failed').map(({ ended, message }) => `${ended}: ${message}`);
  if (!done || errors.length > 0 || failed.length > 0) {
    throw new Error(['Without a mutant the tests have to pass:', ...errors, ...failed].join('\n  '));
  }
  const passed = tests.filter(({ status }) => status === 'passed');
  const coverage = readCoverage(folder);
  const reaching: Record<string, number[]> = {};
  passed.forEach(({ id }, index) => {
    for (const mutant of Object.keys(coverage.perTest[id] ?? {})) (reaching[mutant] ??= []).push(index);
  });
  const onLoad = Object.keys(coverage.static).filter((mutant) => reaching[mutant] === undefined);
  return { tests: passed.map(({ ended }) => ended), reaching, onLoad };
}

/** The coverage that the workers of a run wrote, each for its own tests. */
function readCoverage(folder: string): MutantCoverage {
  const all: MutantCoverage = { static: {}, perTest: {} };
  for (const file of readdirSync(folder)) {
    const { static: onLoad, perTest } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as MutantCoverage;
    Object.assign(all.static, onLoad);
    Object.assign(all.perTest, perTest);
  }
  return all;
}
