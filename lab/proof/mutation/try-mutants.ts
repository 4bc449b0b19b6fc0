import { join } from 'node:path';
import { batchesOf } from '../playwright/batches-of.js';
import type { Copy } from './copy-project.js';
import type { Coverage } from './find-coverage.js';
import type { KeptResults } from './kept-results.js';
import type { Mutant } from './mutants.js';
import { fileOf } from './plan.js';
import { tryBatch } from './try-batch.js';
import type { Attempt, Tried } from './try-batch.js';

/**
 * With how many tests a mutant is tried at first, then if it survived them, and so on: most die of the first few, and
 * nearly all of the first if it has killed them before.
 */
const ROUNDS = [1, 6, 30, Infinity];

/** With how many tests a mutant is tried that is listed as equivalent, to see whether it still is. */
const TESTS_OF_EQUIVALENT = 30;

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
 * Tries mutants with the tests that reach them until one fails. What becomes of each is kept.
 *
 * @param isEquivalent whether no test is expected to kill it
 * @param onProgress is called after each batch
 */
export async function tryMutants(
  copy: Copy,
  wanted: readonly Mutant[],
  kept: KeptResults,
  isEquivalent: (mutant: Mutant) => boolean,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const first = testOrder(wanted, kept);
  const testsFor = (mutant: Mutant) => {
    const names = testsOf(mutant, kept.coverage);
    return new Set(isEquivalent(mutant) ? first(mutant, names).slice(0, TESTS_OF_EQUIVALENT) : names);
  };
  const byId = new Map(wanted.map((mutant) => [mutant.id, mutant]));
  const left = new Map(wanted.map((mutant) => [mutant.id, testsFor(mutant)]));
  const ranBefore = new Map<string, number>();
  const open = () => wanted.filter((mutant) => kept.get(mutant) === undefined);
  let megabytes = 0;
  for (const mutant of open()) if (left.get(mutant.id)?.size === 0) kept.add(mutant, notReached);
  for (const [index, most] of ROUNDS.entries()) {
    const order = testOrder(wanted, kept);
    const attempts = open().map((mutant) => ({
      id: mutant.id,
      onLoad: kept.coverage.onLoad.includes(mutant.id),
      tests: order(mutant, [...(left.get(mutant.id) ?? [])]).slice(0, most),
    }));
    await inLanes(inBatches(attempts), async (batch, lane) => {
      const home = join(copy.folder, 'tracker-output', `lane-${process.pid}-${lane}`);
      const result = await tryBatch(copy.folder, home, batch);
      for (const { id, tests } of batch) {
        const [mutant, tried, untried] = [byId.get(id), result.tried.get(id), left.get(id)];
        if (mutant === undefined || tried === undefined || untried === undefined) continue;
        for (const test of tests) untried.delete(test);
        const ran = tried.ran + (ranBefore.get(id) ?? 0);
        ranBefore.set(id, ran);
        if (tried.killedBy !== undefined || untried.size === 0) kept.add(mutant, { ...tried, ran });
      }
      megabytes = Math.max(megabytes, result.megabytes);
      onProgress({ round: index + 1, ...count(wanted, kept), megabytes });
      const again = batch.filter(({ id }) => !result.tried.has(id));
      const half = Math.ceil(again.length / 2);
      return [again.slice(0, half), again.slice(half)].filter(({ length }) => length > 0);
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
  const results = wanted.map((mutant) => kept.get(mutant));
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

function testsOf({ id, file }: Mutant, { tests, reaching, onLoad }: Coverage): string[] {
  if (!onLoad.includes(id)) return (reaching[id] ?? []).flatMap((index) => tests[index] ?? []);
  const [, api = ''] = file.split('/');
  return tests.filter((name) => name.startsWith(`specs/${api}/`) || name.startsWith('lab/tests/'));
}

/**
 * Puts tests in the order to try them on a mutant: the test that killed it before, and then in turn tests that killed
 * its neighbours, the nearest first, tests that reach few mutants, and tests that reach many.
 */
function testOrder(
  mutants: readonly Mutant[],
  kept: KeptResults,
): (mutant: Mutant, names: readonly string[]) => readonly string[] {
  const { tests, reaching } = kept.coverage;
  const breadths = new Map<string, number>();
  for (const name of Object.values(reaching).flatMap((indexes) => indexes.map((index) => tests[index] ?? ''))) {
    breadths.set(name, (breadths.get(name) ?? 0) + 1);
  }
  const killers = mutants.map((mutant) => ({ mutant, name: kept.killerOf(mutant) ?? '' }));
  return (mutant, names) => {
    const distances = new Map<string, number>();
    for (const { mutant: other, name } of killers) {
      if (other.file !== mutant.file) continue;
      const lines = Math.abs(other.location.start.line - mutant.location.start.line);
      distances.set(name, Math.min(distances.get(name) ?? Infinity, other === mutant ? -1 : lines));
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
