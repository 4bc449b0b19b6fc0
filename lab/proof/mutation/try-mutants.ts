import { mkdirSync, rmSync, writeFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { batchesOf } from '../defects/cells.js';
import type { Mutant } from './mutants.js';
import { fileOf, PLAN_FILE, COVERAGE_FOLDER, OUTCOMES_FILE } from './plan.js';
import type { EndedTest, Plan, OutcomeLine } from './plan.js';
import type { MutantCoverage } from '@stryker-mutator/api/core';
import { playwrightCommand } from '../../../cli/support/playwright.js';
import { startCommand, withoutSettings } from '../processes.js';

/** With how many tests a mutant is tried at first, then if it survived them, and so on: most die of the first few. */
const ROUNDS = [1, 6, 30, Infinity];

/** With how many tests a mutant is tried that may be equivalent, to see whether it still is. */
const TESTS_OF_EQUIVALENT = 30;

/** How much one run of Playwright gets, in tests; a spec file that it has to load counts as some. */
const BATCH_SIZE = 1_500;
const TESTS_OF_A_FILE = 8;

/** How many runs of Playwright there are at a time, each with one worker. */
const LANES = 2;

/** Tries mutants with the tests that reach them until one fails. */
export async function tryMutants(
  copy: string,
  wanted: readonly Mutant[],
  coverage: Coverage,
  mayBeEquivalent: (mutant: Mutant) => boolean,
  onProgress: (line: string) => void,
): Promise<ReadonlyMap<string, Tried>> {
  const results = new Map<string, Tried>();
  const first = testOrder(wanted, coverage, results);
  const testsFor = (mutant: Mutant) => {
    const names = testsOf(mutant, coverage);
    return new Set(mayBeEquivalent(mutant) ? first(mutant, names).slice(0, TESTS_OF_EQUIVALENT) : names);
  };
  const left = new Map(wanted.map((mutant) => [mutant.id, testsFor(mutant)]));
  const ranBefore = new Map<string, number>();
  for (const { id } of wanted) if (left.get(id)?.size === 0) results.set(id, { ran: 0, killedBy: undefined });
  for (const [index, most] of ROUNDS.entries()) {
    const order = testOrder(wanted, coverage, results);
    const open = wanted.filter(({ id }) => !results.has(id));
    const attempts = open.map((mutant) => ({
      id: mutant.id,
      onLoad: coverage.onLoad.includes(mutant.id),
      tests: order(mutant, [...(left.get(mutant.id) ?? [])]).slice(0, most),
    }));
    await inLanes(inBatches(attempts), async (batch, lane) => {
      const tried = await tryBatch(copy, join(copy, 'tracker-output', `lane-${lane}`), batch);
      for (const { id, tests } of batch) {
        const [result, untried] = [tried.get(id), left.get(id)];
        if (result === undefined || untried === undefined) continue;
        for (const test of tests) untried.delete(test);
        const ran = result.ran + (ranBefore.get(id) ?? 0);
        ranBefore.set(id, ran);
        if (result.killedBy !== undefined || untried.size === 0) results.set(id, { ...result, ran });
      }
      const killed = [...results.values()].filter(({ killedBy }) => killedBy !== undefined).length;
      const survived = results.size - killed;
      const undecided = wanted.length - results.size;
      onProgress(`round ${index + 1}: ${killed} killed, ${survived} survived, ${undecided} open`);
      const again = batch.filter(({ id }) => !tried.has(id));
      const half = Math.ceil(again.length / 2);
      return [again.slice(0, half), again.slice(half)].filter(({ length }) => length > 0);
    });
  }
  return results;
}

/** Does a piece of work for each batch, in as many lanes at a time as there may be; it can give more batches. */
async function inLanes(
  batches: Attempt[][],
  work: (batch: readonly Attempt[], lane: number) => Promise<Attempt[][]>,
): Promise<void> {
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      batches.push(...(await work(batch, lane)));
    }
  });
  await Promise.all(lanes);
}

function inBatches(attempts: readonly Attempt[]): Attempt[][] {
  const weightOf = ({ tests }: Attempt) => tests.length + TESTS_OF_A_FILE * new Set(tests.map(fileOf)).size;
  const alone = attempts.filter(({ onLoad }) => onLoad).map((attempt) => [attempt]);
  return [
    ...batchesOf(
      attempts.filter(({ onLoad }) => !onLoad),
      weightOf,
      BATCH_SIZE,
    ),
    ...alone,
  ];
}

function testsOf({ id, file }: Mutant, { tests, reaching, onLoad }: Coverage): string[] {
  if (!onLoad.includes(id)) return (reaching[id] ?? []).flatMap((index) => tests[index] ?? []);
  const [, api = ''] = file.split('/');
  return tests.filter((name) => name.startsWith(`specs/${api}/`) || name.startsWith('lab/tests/'));
}

/**
 * Puts tests in the order to try them on a mutant: in turn tests that killed its neighbours, the nearest first, tests that
 * reach few mutants, and tests that reach many.
 */
function testOrder(
  mutants: readonly Mutant[],
  { tests, reaching }: Coverage,
  results: ReadonlyMap<string, Tried>,
): (mutant: Mutant, names: readonly string[]) => readonly string[] {
  const breadths = new Map<string, number>();
  for (const name of Object.values(reaching).flatMap((indexes) => indexes.map((index) => tests[index] ?? ''))) {
    breadths.set(name, (breadths.get(name) ?? 0) + 1);
  }
  const killers = mutants.map((mutant) => ({ mutant, name: results.get(mutant.id)?.killedBy ?? '' }));
  return (mutant, names) => {
    const distances = new Map<string, number>();
    for (const { mutant: other, name } of killers) {
      if (other.file !== mutant.file) continue;
      const lines = Math.abs(other.line - mutant.line);
      distances.set(name, Math.min(distances.get(name) ?? Infinity, lines));
    }
    const nearest = sortedBy(names, (name) => distances.get(name) ?? Infinity);
    const narrowest = sortedBy(names, (name) => breadths.get(name) ?? 0);
    const broadest = narrowest.toReversed();
    return [...new Set(nearest.flatMap((name, index) => [name, narrowest[index] ?? '', broadest[index] ?? '']))];
  };
}

function sortedBy(names: readonly string[], rankOf: (name: string) => number): string[] {
  const ranked = names.map((name) => ({ name, rank: rankOf(name) }));
  return ranked.sort((left, right) => (left.rank === right.rank ? 0 : left.rank - right.rank)).map(({ name }) => name);
}

interface Attempt {
  readonly id: string;
  /** Whether it is in code that runs when a module is loaded: it is on from the start, and the only one of its batch. */
  readonly onLoad: boolean;
  readonly tests: readonly string[];
}

export interface Tried {
  readonly ran: number;
  /** The test that killed it; undefined for one that survived. */
  readonly killedBy: string | undefined;
}

/**
 * Tries mutants, each until a test fails, in one run of Playwright, which loads the specs anew for each of them. A process
 * for each would take ten times as long, one process for all more memory than there is.
 *
 * @param home a folder inside the copy
 * @returns its mutants by their ids, as far as they could be tried
 * @throws Error if the specs can't be loaded, or not even one mutant alone can be tried
 */
async function tryBatch(copy: string, home: string, attempts: readonly Attempt[]): Promise<ReadonlyMap<string, Tried>> {
  const folder = join(home, 'specs');
  rmSync(home, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { id, tests } of attempts) writeFileSync(join(folder, `${id}.spec.ts`), specOf(id, tests));
  const plan: Plan = { folder, tests: Object.fromEntries(attempts.map(({ id, tests }) => [id, tests])) };
  const planFile = join(home, 'plan.json');
  writeFileSync(planFile, JSON.stringify(plan));
  const [first] = attempts;
  const onLoad = first?.onLoad === true ? { __STRYKER_ACTIVE_MUTANT__: first.id } : undefined;
  const { tests, endless, errors, done } = await runTests(copy, home, { [PLAN_FILE]: planFile, ...onLoad });
  const tried = new Map(
    attempts.flatMap((attempt) => {
      const ended = tests.filter(({ mutant }) => mutant === attempt.id);
      const result = endless?.mutant === attempt.id ? endedBy(endless.begun, ended) : judge(attempt, ended);
      return result === undefined ? [] : [[attempt.id, result] as const];
    }),
  );
  if (tried.size > 0) return tried;
  // Nothing of the tests can be loaded with such a mutant on: they see that something is wrong.
  if (first?.onLoad === true) return new Map([[first.id, { ran: 0, killedBy: 'the loading of the specs' }]]);
  if (!done && attempts.length > 1) return tried;
  throw new Error([`No mutant could be tried in ${home}:`, ...errors].join('\n  '));
}

function specOf(id: string, tests: readonly string[]): string {
  const files = new Set(tests.map(fileOf));
  return [
    `import { test } from '@playwright/test';`,
    `import { noteEnd, switchOn } from './mutant-switch.js';`,
    ...[...files].map((file) => `import '../../../${file}?${id}';`),
    `test.beforeEach(({}, testInfo) => switchOn('${id}', testInfo));`,
    `test.afterEach(({}, testInfo) => noteEnd('${id}', testInfo));`,
    '',
  ].join('\n');
}

function endedBy(test: string, ended: readonly EndedTest[]): Tried {
  return { ran: ended.length + 1, killedBy: test };
}

/** @returns undefined if not all of its tests came to an end, and none failed */
function judge({ tests }: Attempt, ended: readonly EndedTest[]): Tried | undefined {
  const ran = ended.filter(({ status }) => status !== 'skipped');
  const failed = ran.find(({ status }) => status === 'failed');
  if (failed !== undefined) return { ran: ran.length, killedBy: failed.ended };
  const wanted = new Set(tests);
  const ends = ended.filter(({ ended: name }) => wanted.has(name));
  return ends.length < wanted.size ? undefined : { ran: ran.length, killedBy: undefined };
}

/** How many megabytes of objects a process may hold. It would end on its own at more, and nothing be lost but its batch. */
const HEAP_LIMIT = 768;

/** How long a run may be without a test that begins or ends: no time limit of Playwright ends a loop without an end. */
const IDLE_LIMIT_MS = 180_000;

interface Ran {
  readonly tests: readonly EndedTest[];
  /** The test that had begun if the run was stopped because nothing happened any more. */
  readonly endless: Extract<OutcomeLine, { readonly begun: string }> | undefined;
  /** Whether Playwright came to its end. */
  readonly done: boolean;
  readonly errors: readonly string[];
}

async function runTests(copy: string, home: string, env: Readonly<Record<string, string>>): Promise<Ran> {
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

function readCoverage(folder: string): MutantCoverage {
  const all: MutantCoverage = { static: {}, perTest: {} };
  for (const file of readdirSync(folder)) {
    const { static: onLoad, perTest } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as MutantCoverage;
    Object.assign(all.static, onLoad);
    Object.assign(all.perTest, perTest);
  }
  return all;
}
