import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { MutantCoverage } from '@stryker-mutator/api/core';
import { playwrightCommand } from '../../../cli/support/playwright.js';
import { startCommand, withoutSettings } from '../processes.js';
import { COVERAGE_FOLDER, OUTCOMES_FILE } from './plan.js';
import type { EndedTest, OutcomeLine } from './plan.js';

/** How many megabytes of objects a process may hold. It would end on its own at more, and nothing be lost but its batch. */
const HEAP_LIMIT = 768;

/** How long a run may be without a test that begins or ends: no time limit of Playwright ends a loop without an end. */
const IDLE_LIMIT_MS = 180_000;

/** The outcome of the tests of a run. */
interface Ran {
  readonly tests: readonly EndedTest[];
  /** The test that had begun if the run was stopped because nothing happened any more. */
  readonly endless: Extract<OutcomeLine, { readonly begun: string }> | undefined;
  /** Whether Playwright came to its end. */
  readonly done: boolean;
  /** Errors outside the tests. */
  readonly errors: readonly string[];
}

/**
 * Runs Playwright in a copy of the project.
 *
 * @param home a folder of the run
 */
export async function runTests(copy: string, home: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  const outcomes = join(home, 'outcomes.jsonl');
  rmSync(outcomes, { force: true });
  const run = startCommand([process.execPath, playwrightCommand(), 'test', '-c', 'lab/proof/mutation'], {
    cwd: copy,
    env: {
      ...withoutSettings(),
      NODE_OPTIONS: `--max-old-space-size=${HEAP_LIMIT}`,
      ...env,
      [OUTCOMES_FILE]: outcomes,
    },
  });
  const begun = Date.now();
  let silent = false;
  const watch = setInterval(() => {
    const last = existsSync(outcomes) ? statSync(outcomes).mtimeMs : begun;
    silent = Date.now() - last > IDLE_LIMIT_MS;
    if (silent) run.kill();
  }, 1_000);
  const { output } = await run.ended;
  clearInterval(watch);
  return resultOf(linesOf(outcomes), silent, output);
}

function linesOf(file: string): OutcomeLine[] {
  if (!existsSync(file)) return [];
  // The last line may be half of one if the run was stopped.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as OutcomeLine);
}

function resultOf(lines: readonly OutcomeLine[], silent: boolean, said: string): Ran {
  const tests = lines.filter((line) => 'ended' in line);
  const last = lines.filter((line) => 'begun' in line).at(-1);
  const errors = lines.flatMap((line) => ('error' in line ? [line.error] : []));
  const done = lines.some((line) => 'done' in line);
  return {
    tests,
    endless: silent ? last : undefined,
    done,
    errors: done || silent ? errors : [...errors, said.trim() || 'Playwright ended without a word.'],
  };
}

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
