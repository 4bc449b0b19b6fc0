import { expect, test } from '@playwright/test';
import type { Shard } from '../../../contracts/report/shard.js';
import { readShards, recordShard, shardProblems } from '../../../reports/shards.js';
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

interface Faulty {
  readonly title: string;
  readonly shards: readonly Shard[];
  readonly faults: readonly (string | RegExp)[];
}

const elsewhere = { ...isolatedFake, seed: 2, name: 'fake (isolated, seed 2)' };
const cases: readonly Faulty[] = [
  { title: 'no shard at all', shards: [], faults: [] },
  { title: 'all of them', shards: [shard(1), shard(2), shard(3)], faults: [] },
  {
    title: 'the first and the last missing',
    shards: [shard(2)],
    faults: [/^Shard 1 of 3 is missing: /, /^Shard 3 of 3 is missing: /],
  },
  {
    title: 'one twice',
    shards: [shard(1), shard(2), shard(2), shard(3)],
    faults: [/^Shard 2 of 3 is there 2 times: /],
  },
  {
    title: 'those of two runs',
    shards: [shard(1), shard(2, { total: 2 })],
    faults: [
      'The shards are not of one run: some are of 2, some of 3. Merge those of one run, in a folder without others.',
    ],
  },
  {
    title: 'one on another tracker',
    shards: [shard(1), shard(2, { target: elsewhere }), shard(3)],
    faults: [/^The shards did not run on the same tracker with the same seed, but on .*seed 1\) and .*seed 2\): /],
  },
  {
    title: 'one with another gate',
    shards: [shard(1), shard(2), shard(3, { gate: { rules: 'selected' } })],
    faults: ['The shards had different settings of the gate: run all of them with the same command.'],
  },
  {
    title: 'one that split other tests, or by other durations',
    shards: [shard(1), shard(2, { split: 'abd' }), shard(3)],
    faults: [
      /^The shards did not split the same tests in the same way, .* with the same records \(TRACKER_RECORDS\)\.$/,
    ],
  },
];

for (const { title, shards, faults } of cases) {
  test(`${title}: ${faults.length === 0 ? 'nothing is wrong' : 'told in a sentence each'}`, () => {
    expect(shardProblems(shards)).toEqual(
      faults.map((fault) => (fault instanceof RegExp ? expect.stringMatching(fault) : fault)),
    );
  });
}
