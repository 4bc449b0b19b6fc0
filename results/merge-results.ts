import { createHash } from 'node:crypto';
import type { Results } from '../contracts/report/results.js';

/** The results of the shards of a run as those of one; the order of the shards does not matter. */
export function mergeResults(shards: readonly [Results, ...Results[]]): Results {
  const [first, ...more] = shards.toSorted((one, other) => (one.run.id < other.run.id ? -1 : 1));
  if (first === undefined || more.length === 0) return shards[0];
  const runs = [first, ...more].map(({ run }) => run);
  const digest = createHash('sha256').update([...new Set(runs.map(({ id }) => id))].join(' '));
  const [earliest = first.run] = runs.toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
  const url = runs.find((run) => run.url !== undefined)?.url;
  return {
    schemaVersion: 1,
    run: { ...earliest, id: digest.digest('hex').slice(0, 12), ...(url !== undefined && { url }) },
    tests: [first, ...more].flatMap(({ tests }) => tests),
  };
}
