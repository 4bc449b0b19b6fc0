import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Metadata } from '@playwright/test';
import { shardPrefix, shardSchema } from '../contracts/report/shard.js';
import type { Shard } from '../contracts/report/shard.js';

/**
 * Writes into the metadata of a run, which its blob report takes along, which shard of the run it is. Those who merge
 * the reports can tell by it whether all are there, and how to judge them.
 */
export function recordShard(metadata: Metadata, shard: Shard): void {
  metadata[`${shardPrefix}${randomUUID()}`] = shard;
}

/** The shards whose reports are merged, in their order; none if the reports are of no shard. */
export function readShards(metadata: Metadata): Shard[] {
  return shardEntries(metadata)
    .flatMap((value) => shardSchema.safeParse(value).data ?? [])
    .sort((a, b) => a.current - b.current);
}

/** How many shards said something of themselves that can't be read, as another version of this package would. */
export function countUnreadableShards(metadata: Metadata): number {
  return shardEntries(metadata).filter((value) => !shardSchema.safeParse(value).success).length;
}

function shardEntries(metadata: Metadata): unknown[] {
  return Object.entries(metadata).flatMap(([name, value]) => (name.startsWith(shardPrefix) ? [value as unknown] : []));
}

/**
 * What keeps merged reports from being one whole run, a sentence each: shards that are missing, that are there twice, or
 * that do not belong together.
 */
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

/** What shards have in common: each can be told to write elsewhere. */
function withoutCommand({ told, ...target }: Shard['target']) {
  return { ...target, told: { ...told, command: undefined } };
}

function targetProblems([first, ...others]: readonly Shard[]): string[] {
  if (first === undefined) return [];
  const elsewhere = others.find(
    ({ target }) => !isDeepStrictEqual(withoutCommand(target), withoutCommand(first.target)),
  );
  if (elsewhere !== undefined) {
    return [
      `The shards did not run on the same tracker with the same seed, but on ${first.target.name} and ${elsewhere.target.name}: give all of them the same settings, TRACKER_SEED included.`,
    ];
  }
  const asksOtherwise = others.some(({ gate }) => !isDeepStrictEqual(gate, first.gate));
  if (asksOtherwise) return ['The shards had different settings of the gate: run all of them with the same command.'];
  if (others.some(({ known }) => known?.text !== first.known?.text)) {
    return [
      'The shards had different known failures: run all of them with the same file of TRACKER_KNOWN, from the same commit.',
    ];
  }
  const isSplitOtherwise = others.some(({ split }) => split !== first.split);
  return isSplitOtherwise
    ? [
        'The shards did not split the same tests in the same way, so some may have run nowhere or twice: run all of them from the same commit, by the same command, with the same records (TRACKER_RECORDS).',
      ]
    : [];
}
