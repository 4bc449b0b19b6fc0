import { createHash } from 'node:crypto';
import type { FullConfig, Suite, TestCase, TestRun } from '@playwright/test/reporter';
import { testKey } from './records/records.js';

/** Tests that have to run in one worker, one after another, and how long they take. */
interface Unit {
  readonly key: string;
  readonly tests: readonly TestCase[];
  readonly duration: number;
}

/**
 * Leaves to a shard its part of the tests, so that every shard takes as long as the others by what is recorded: the
 * longest first, each to the shard that has least so far. If nothing is recorded, Playwright splits them by number.
 *
 * @returns a digest of the tests of all shards and of what each runs, the same in all shards of a run
 */
export function splitShards(
  { config, suite, testRun }: { readonly config: FullConfig; readonly suite: Suite; readonly testRun: TestRun },
  durations: Readonly<Record<string, number>>,
): string {
  const { current = 1, total = 1 } = config.shard ?? {};
  const units = unitsOf(testsToRun(config, suite), testRun, durations);
  if (!units.some(({ tests }) => tests.some((test) => testKey(test) in durations))) {
    return digestOf(units.map(({ key }) => key));
  }
  testRun.skipSharding();
  const shards = shareOut(units, total);
  for (const [index, shard] of shards.entries()) {
    if (index + 1 === current) continue;
    for (const test of shard.flatMap(({ tests }) => tests)) testRun.exclude(test);
  }
  return digestOf(
    shards.map((shard) =>
      shard
        .map(({ key }) => key)
        .sort()
        .join('\n'),
    ),
  );
}

/** The tests of a run without those of set-up projects, which every shard runs. */
export function testsToRun({ projects }: Pick<FullConfig, 'projects'>, suite: Suite): TestCase[] {
  const before = new Set(projects.flatMap(({ dependencies, teardown }) => [...dependencies, teardown]));
  return suite.suites.filter((one) => !before.has(one.project()?.name)).flatMap((one) => one.allTests());
}

function unitsOf(
  tests: readonly TestCase[],
  testRun: Pick<TestRun, 'mode'>,
  durations: Readonly<Record<string, number>>,
): Unit[] {
  const groups = new Map<Suite | TestCase, TestCase[]>();
  for (const test of tests) {
    const together = unitOf(test, testRun);
    groups.set(together, [...(groups.get(together) ?? []), test]);
  }
  const recorded = tests.flatMap((test) => durations[testKey(test)] ?? []);
  const mean = recorded.reduce((sum, one) => sum + one, 0) / Math.max(recorded.length, 1);
  const durationOf = (test: TestCase) => (test.expectedStatus === 'skipped' ? 0 : (durations[testKey(test)] ?? mean));
  return [...groups.values()].map((group) => ({
    key: group.map(({ id, repeatEachIndex }) => `${id} ${String(repeatEachIndex)}`).join(' '),
    tests: group,
    duration: group.reduce((sum, test) => sum + durationOf(test), 0),
  }));
}

/** What a test can't be parted from: a block that runs in order, or its file if nothing in it is parallel. */
function unitOf(test: TestCase, testRun: Pick<TestRun, 'mode'>): Suite | TestCase {
  const [project, file, ...blocks] = suitesOf(test.parent);
  const modes = [project, file, ...blocks].flatMap((suite) =>
    suite === undefined ? [] : [{ suite, isParallel: testRun.mode(suite) === 'parallel' }],
  );
  const parallel = modes.findIndex(({ isParallel }) => isParallel);
  if (parallel === -1) return file ?? test;
  return modes.slice(parallel).find(({ isParallel }) => !isParallel)?.suite ?? test;
}

/** A suite and those around it, from that of the project on. */
function suitesOf(suite: Suite): readonly Suite[] {
  return suite.parent === undefined ? [] : [...suitesOf(suite.parent), suite];
}

function digestOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n\n')).digest('hex').slice(0, 16);
}

/** What is shared out as a whole. */
export interface Share {
  readonly key: string;
  readonly duration: number;
}

/** Shares units out, the longest first, each to the part that has least so far; of the same units always in the same way. */
export function shareOut<Unit extends Share>(units: readonly Unit[], total: number): readonly (readonly Unit[])[] {
  const parts = Array.from({ length: total }, () => ({ units: [] as Unit[], duration: 0 }));
  const longestFirst = units.toSorted((a, b) => b.duration - a.duration || (a.key < b.key ? -1 : 1));
  for (const unit of longestFirst) {
    // Of parts without a duration, as of tests that are skipped, the one with the fewest.
    const least = parts.reduce((one, other) =>
      (other.duration - one.duration || other.units.length - one.units.length) < 0 ? other : one,
    );
    least.units.push(unit);
    least.duration += unit.duration;
  }
  return parts.map((part) => part.units);
}
