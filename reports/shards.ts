import { randomUUID, createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Metadata } from '@playwright/test';
import type { FullConfig, Suite, TestCase, TestRun } from '@playwright/test/reporter';
import { shardPrefix, shardSchema } from '../contracts/report/run.js';
import type { Shard } from '../contracts/report/run.js';
import { testKey } from './records.js';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Writes the data of a shard into the metadata, which the blob report contains, for the merge. */
export function recordShard(metadata: Metadata, shard: Shard): void {
  metadata[`${shardPrefix}${randomUUID()}`] = shard;
}

export function readShards(metadata: Metadata): Shard[] {
  return shardEntries(metadata)
    .flatMap((value) => shardSchema.safeParse(value).data ?? [])
    .sort((a, b) => a.current - b.current);
}

/** How many shards have data that can't be read, for example from another version of this package. */
export function countUnreadableShards(metadata: Metadata): number {
  return shardEntries(metadata).filter((value) => !shardSchema.safeParse(value).success).length;
}

function shardEntries(metadata: Metadata): unknown[] {
  return Object.entries(metadata).flatMap(([name, value]) => (name.startsWith(shardPrefix) ? [value as unknown] : []));
}

/** Why merged reports are not one whole run: shards are missing, there twice, or do not belong together. */
export function shardProblems(shards: readonly Shard[]): string[] {
  const totals = [...new Set(shards.map(({ total }) => total))].sort((a, b) => a - b);
  if (totals.length > 1) {
    return [
      `The shards are not of one run: some are of ${totals.join(', some of ')}. Merge those of one run, in a folder without others.`,
    ];
  }
  return [...countProblems(shards, totals[0] ?? 0), ...targetProblems(shards)];
}

function countProblems(shards: readonly Shard[], total: number): string[] {
  return Array.from({ length: total }, (_, index) => index + 1).flatMap((number) => {
    const count = shards.filter(({ current }) => current === number).length;
    if (count === 1) return [];
    const name = `Shard ${String(number)} of ${String(total)}`;
    return count === 0
      ? [`${name} is missing: it left no blob report, so what its tests found is not known.`]
      : [`${name} is there ${String(count)} times: merge the blob reports of one run, in a folder without others.`];
  });
}

/** The part of a target that all shards share. Their commands differ, because each shard may write elsewhere. */
function withoutCommand({ told, ...target }: Shard['target']) {
  return { ...target, told: { ...told, command: undefined } };
}

function targetProblems([first, ...others]: readonly Shard[]): string[] {
  if (first === undefined) return [];
  const differs = (part: (shard: Shard) => unknown) =>
    others.find((other) => !isDeepStrictEqual(part(other), part(first)));
  const elsewhere = differs(({ target }) => withoutCommand(target));
  if (elsewhere !== undefined) {
    return [
      `The shards did not run on the same tracker with the same seed, but on ${first.target.name} and ${elsewhere.target.name}: give all of them the same settings, TRACKER_SEED included.`,
    ];
  }
  const settings: readonly (readonly [(shard: Shard) => unknown, string])[] = [
    [({ gate }) => gate, 'had different settings of the gate: run all of them with the same command.'],
    [
      ({ known }) => known?.text,
      'had different known failures: run all of them with the same file of TRACKER_KNOWN, from the same commit.',
    ],
    [
      ({ split }) => split,
      'did not split the same tests in the same way, so some may have run nowhere or twice: run all of them from the same commit, by the same command, with the same records (TRACKER_RECORDS).',
    ],
  ];
  const [, problem] = settings.find(([part]) => differs(part) !== undefined) ?? [];
  return problem === undefined ? [] : [`The shards ${problem}`];
}

/** Tests that have to run in one worker, one after another. A shard has them all. */
interface Unit {
  readonly key: string;
  readonly duration: number;
  readonly tests: readonly TestCase[];
}

/** Leaves to a shard its tests, so that all take equally long by the records. @returns a digest of the whole split */
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

/** The tests of a run without the tests of set-up projects, which every shard runs. */
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

/** The unit that a test can't be separated from: a block in order, or its file if nothing in the file is parallel. */
function unitOf(test: TestCase, testRun: Pick<TestRun, 'mode'>): Suite | TestCase {
  const [project, file, ...blocks] = suitesOf(test.parent);
  const modes = [project, file, ...blocks].flatMap((suite) =>
    suite === undefined ? [] : [{ suite, isParallel: testRun.mode(suite) === 'parallel' }],
  );
  const parallel = modes.findIndex(({ isParallel }) => isParallel);
  if (parallel === -1) return file ?? test;
  return modes.slice(parallel).find(({ isParallel }) => !isParallel)?.suite ?? test;
}

function suitesOf(suite: Suite): readonly Suite[] {
  return suite.parent === undefined ? [] : [...suitesOf(suite.parent), suite];
}

function digestOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n\n')).digest('hex').slice(0, 16);
}

/** Distributes units, the longest first, each to the part with the least so far. The result is always the same. */
function shareOut(units: readonly Unit[], total: number): readonly (readonly Unit[])[] {
  const parts = Array.from({ length: total }, () => ({ units: [] as Unit[], duration: 0 }));
  const longestFirst = units.toSorted((a, b) => b.duration - a.duration || (a.key < b.key ? -1 : 1));
  for (const unit of longestFirst) {
    // Among parts without a duration, such as those of skipped tests, the part with the fewest units.
    const least = parts.reduce((one, other) =>
      (other.duration - one.duration || other.units.length - one.units.length) < 0 ? other : one,
    );
    least.units.push(unit);
    least.duration += unit.duration;
  }
  return parts.map((part) => part.units);
}

/** The blob reports of the shards of a run and the folders with results of Allure, in a folder and all folders in it. */
export function findShardFiles(folder: string) {
  const paths = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const sorted = paths.map((path) => join(folder, path)).sort();
  return {
    blobs: sorted.filter((path) => /^report.*\.zip$/.test(basename(path))),
    allureResults: sorted.filter((path) => basename(path) === 'allure-results'),
  };
}
