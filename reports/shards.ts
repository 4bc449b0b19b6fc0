import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Metadata } from '@playwright/test';
import type { RunTarget } from '../contracts/report/run-target.js';
import { shardPrefix, shardSchema } from '../contracts/report/shard.js';
import type { Shard } from '../contracts/report/shard.js';

/**
 * Writes into the metadata of a run, which its blob report takes along, which shard of the run it is. Those who merge
 * the reports can tell by it whether all are there.
 */
export function recordShard(
  metadata: Metadata,
  { current, total }: Pick<Shard, 'current' | 'total'>,
  target: RunTarget,
): void {
  metadata[`${shardPrefix}${randomUUID()}`] = { current, total, target } satisfies Shard;
}

/**
 * What keeps merged reports from being one whole run, a sentence each: shards that are missing, that are there twice, or
 * that do not belong together. Reports that are of no shard have no such fault.
 */
export function shardFaults(metadata: Metadata): string[] {
  const shards = Object.entries(metadata)
    .filter(([name]) => name.startsWith(shardPrefix))
    .flatMap(([, value]) => shardSchema.safeParse(value).data ?? []);
  const totals = [...new Set(shards.map(({ total }) => total))].sort((a, b) => a - b);
  if (totals.length > 1) {
    return [
      `The shards are not of one run: some are of ${totals.join(', some of ')}. Merge those of one run, in a folder without others.`,
    ];
  }
  return [...countFaults(shards, totals[0] ?? 0), ...targetFaults(shards)];
}

function countFaults(shards: readonly Shard[], total: number): string[] {
  return Array.from({ length: total }, (_, index) => index + 1).flatMap((number) => {
    const count = shards.filter(({ current }) => current === number).length;
    if (count === 1) return [];
    const name = `Shard ${String(number)} of ${String(total)}`;
    return count === 0
      ? [`${name} is missing: it left no blob report, so what its tests found is not known.`]
      : [`${name} is there ${String(count)} times: merge the blob reports of one run, in a folder without others.`];
  });
}

function targetFaults(shards: readonly Shard[]): string[] {
  const [first, ...others] = shards.map(({ target }) => target);
  const different = others.find((target) => !isDeepStrictEqual(target, first));
  if (first === undefined || different === undefined) return [];
  return [
    `The shards did not run on the same tracker with the same seed, but on ${first.name} and ${different.name}: give all of them the same settings, TRACKER_SEED included.`,
  ];
}
