import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { Shard } from '../../../contracts/report/shard.js';
import { readShards, recordShard, shardProblems, shareOut } from '../../../reports/shards.js';
import type { Share } from '../../../reports/shards.js';
import { isolatedFake } from './sample-run.js';

const shard = (current: number, parts: Partial<Shard> = {}): Shard => ({
  current,
  total: 3,
  target: isolatedFake,
  gate: { rules: 'reachable' },
  split: 'abc',
  ...parts,
});

test('what shards wrote into the metadata of their runs is read from that of all, in order', () => {
  const metadata = { target: isolatedFake };
  for (const current of [2, 3, 1]) recordShard(metadata, shard(current));

  expect(readShards(metadata)).toEqual([shard(1), shard(2), shard(3)]);
  expect(readShards({ target: isolatedFake, actualWorkers: 2 })).toEqual([]);
});

test('shards that are not of one whole run are told in a sentence each', () => {
  const elsewhere = { ...isolatedFake, seed: 2, name: 'fake (isolated, seed 2)' };
  const whole = [shard(1), shard(2), shard(3)];
  for (const [shards, ...problems] of [
    [[]],
    [whole],
    [[shard(2)], /^Shard 1 of 3 is missing: /, /^Shard 3 of 3 is missing: /],
    [[...whole, shard(2)], /^Shard 2 of 3 is there 2 times: /],
    [
      [shard(1), shard(2, { total: 2 })],
      /^The shards are not of one run: some are of 2, some of 3\. Merge those of one/,
    ],
    [
      [shard(1), shard(2, { target: elsewhere }), shard(3)],
      /^The shards did not run on the same tracker with the same seed, but on .*seed 1\) and .*seed 2\): /,
    ],
    [
      [shard(1), shard(2), shard(3, { gate: { rules: 'selected' } })],
      /^The shards had different settings of the gate: run all of them with the same command\.$/,
    ],
    [
      [shard(1), shard(2, { split: 'abd' }), shard(3)],
      /^The shards did not split the same tests in the same way, .* with the same records \(TRACKER_RECORDS\)\.$/,
    ],
  ] as readonly (readonly [Shard[], ...RegExp[]])[]) {
    expect.soft(shardProblems(shards)).toEqual(problems.map((problem) => expect.stringMatching(problem)));
  }
});

const sum = (units: readonly Share[]) => units.reduce((all, { duration }) => all + duration, 0);
const units = fc
  .array(fc.integer({ min: 0, max: 2_500 }), { minLength: 1, maxLength: 300 })
  .map((durations) => durations.map((duration, index) => ({ key: `test ${String(index)}`, duration })));

test('every unit is in one part, whatever their order, and none is longer than the mean by more than its last', () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 8 }), (all, total) => {
      const parts = shareOut(all, total);
      const over = parts.map((part) => sum(part) - Math.min(...part.map(({ duration }) => duration), Infinity));

      expect(parts).toHaveLength(total);
      expect(new Set(parts.flat())).toEqual(new Set(all));
      expect(parts.flat()).toHaveLength(all.length);
      expect(shareOut(all.toReversed(), total)).toEqual(parts);
      expect(over.filter((before) => before > sum(all) / total)).toEqual([]);
    }),
  );
});

test('tests that take no time are spread by number', () => {
  const all = Array.from({ length: 6 }, (_, index) => ({ key: String(index), duration: 0 }));

  expect(shareOut(all, 3).map((part) => part.length)).toEqual([2, 2, 2]);
});
