import { randomUUID, createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Metadata } from '@playwright/test';
import type { FullConfig, Suite, TestCase } from '@playwright/test/reporter';
import { shardPrefix, shardSchema } from '../contracts/report/run.js';
import type { Shard } from '../contracts/report/run.js';
import { readdirSync, statSync } from 'node:fs';
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

function targetProblems([first, ...others]: readonly Shard[]): string[] {
  if (first === undefined) return [];
  const differs = (part: (shard: Shard) => unknown) =>
    others.find((other) => !isDeepStrictEqual(part(other), part(first)));
  // Their commands differ, because each shard may write elsewhere.
  const elsewhere = differs(({ target }) => ({ ...target, told: { ...target.told, command: undefined } }));
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
      'did not divide the same tests, so some may have run nowhere or twice: run all of them from the same commit, by the same command.',
    ],
  ];
  const [, problem] = settings.find(([part]) => differs(part) !== undefined) ?? [];
  return problem === undefined ? [] : [`The shards ${problem}`];
}

export function splitOf(tests: readonly TestCase[]): string {
  const keys = tests.map(({ id, repeatEachIndex }) => `${id} ${String(repeatEachIndex)}`);
  return createHash('sha256').update(keys.join('\n')).digest('hex').slice(0, 16);
}

/** The tests of a run without the tests of set-up projects, which every shard runs. */
export function testsToRun({ projects }: Pick<FullConfig, 'projects'>, suite: Suite): TestCase[] {
  const before = new Set(projects.flatMap(({ dependencies, teardown }) => [...dependencies, teardown]));
  return suite.suites.filter((one) => !before.has(one.project()?.name)).flatMap((one) => one.allTests());
}

export function findShardFiles(folder: string) {
  const paths =
    statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      : [];
  const sorted = paths.map((path) => join(folder, path)).sort();
  return {
    blobs: sorted.filter((path) => /^report.*\.zip$/.test(basename(path))),
    allureResults: sorted.filter((path) => basename(path) === 'allure-results'),
  };
}
