import { join } from 'node:path';
import { batchesOf } from '../playwright/batches-of.js';
import type { Copy } from './copy-project.js';
import type { Reach } from './find-reach.js';
import type { KeptResults } from './kept-results.js';
import type { Mutant } from './mutants.js';
import { fileOf } from './plan.js';
import { tryBatch } from './try-batch.js';
import type { Attempt, Tried } from './try-batch.js';

/**
 * With how many tests a mutant is tried at first, then if it survived them, and so on: most die of the first few, and
 * nearly all of the first if it has killed them before.
 */
const ROUNDS = [1, 6, 40, Infinity];

/** How much one run of Playwright gets, in tests; a spec file that it has to load counts as some. */
const BATCH_SIZE = 1_500;
const TESTS_OF_A_FILE = 8;

/** How many runs of Playwright there are at a time, each with one worker. */
const LANES = 2;

/** How far a trial is. */
export interface Progress {
  /** The number of the round, from 1 on. */
  readonly round: number;
  readonly killed: number;
  readonly survived: number;
  /** How many are not decided. */
  readonly open: number;
  /** The most memory that a process has had. */
  readonly megabytes: number;
}

/**
 * Tries mutants with the tests that reach them until one fails, first the one that killed it the last time, then those
 * that reach the fewest mutants. What becomes of each is kept.
 *
 * @param onProgress is called after each batch
 */
export async function tryMutants(
  copy: Copy,
  wanted: readonly Mutant[],
  reach: Reach,
  kept: KeptResults,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const order = testOrder(reach, kept);
  const testsOf = new Map(wanted.map((mutant) => [mutant.id, order(mutant)]));
  const keyOf = new Map(wanted.map(({ id, key }) => [id, key]));
  const ranBefore = new Map<string, number>();
  const open = () => wanted.filter(({ key }) => kept.get(key) === undefined);
  let megabytes = 0;
  for (const { id, key } of open()) if (testsOf.get(id)?.length === 0) kept.add(key, notReached);
  for (const [index, most] of ROUNDS.entries()) {
    const attempts = open().map(({ id }) => ({
      id,
      onLoad: reach.onLoad.includes(id),
      tests: (testsOf.get(id) ?? []).slice(ROUNDS[index - 1] ?? 0, most),
    }));
    await inLanes(inBatches(attempts), async (batch, lane) => {
      const result = await tryBatch(
        copy.folder,
        join(copy.folder, 'test-results', `lane-${process.pid}-${lane}`),
        batch,
      );
      for (const [id, { ran, killedBy, message }] of result.tried) {
        const inAll = ran + (ranBefore.get(id) ?? 0);
        ranBefore.set(id, inAll);
        const isLast = (testsOf.get(id)?.length ?? 0) <= most;
        if (killedBy !== undefined || isLast) kept.add(keyOf.get(id) ?? '', { ran: inAll, killedBy, message });
      }
      megabytes = Math.max(megabytes, result.megabytes);
      onProgress({ round: index + 1, ...count(wanted, kept), megabytes });
      const left = batch.filter(({ id }) => !result.tried.has(id));
      const half = Math.ceil(left.length / 2);
      return [left.slice(0, half), left.slice(half)].filter(({ length }) => length > 0);
    });
  }
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

const notReached: Tried = { ran: 0, killedBy: undefined, message: '' };

function count(wanted: readonly Mutant[], kept: KeptResults): Pick<Progress, 'killed' | 'survived' | 'open'> {
  const results = wanted.map(({ key }) => kept.get(key));
  const open = results.filter((result) => result === undefined).length;
  const killed = results.filter((result) => result?.killedBy !== undefined).length;
  return { killed, survived: results.length - open - killed, open };
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

/** Puts the tests of a mutant in the order to try them; those of the harness last. */
function testOrder({ tests, reaching, onLoad }: Reach, kept: KeptResults): (mutant: Mutant) => string[] {
  const breadths = tests.map(() => 0);
  for (const indexes of Object.values(reaching))
    for (const index of indexes) breadths[index] = (breadths[index] ?? 0) + 1;
  const breadthOf = new Map(tests.map((name, index) => [name, breadths[index] ?? 0]));
  return ({ id, key, file }) => {
    const isOnLoad = onLoad.includes(id);
    const [, api = ''] = file.split('/');
    const own = isOnLoad
      ? tests.filter((name) => name.startsWith(`${api}/`) || name.startsWith('harness/'))
      : (reaching[id] ?? []).flatMap((index) => tests[index] ?? []);
    const killer = kept.killerOf(key);
    const rankOf = (name: string) => {
      if (name === killer) return -Infinity;
      const breadth = breadthOf.get(name) ?? 0;
      return (name.startsWith('harness/') ? LAST : 0) + (isOnLoad ? -breadth : breadth);
    };
    return own.sort((left, right) => rankOf(left) - rankOf(right));
  };
}

/** More mutants than any test reaches. */
const LAST = 1_000_000;
