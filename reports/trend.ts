import { readFile } from 'node:fs/promises';
import { parseJson } from '../contracts/find-in-json.js';
import { judgedMatrixSchema } from './documents/matrix.js';
import type { JudgedMatrix, RuleRow, RuleChange, RuleState, Trend } from './documents/matrix.js';
import type { RunTarget } from '../contracts/report/run.js';

export type PreviousRun = JudgedMatrix | { readonly missing: string };

/** Reads the matrix of the run before. What can't be compared is no error. */
export async function readPreviousRun(path: string, target: RunTarget): Promise<PreviousRun> {
  const json = await readFile(path, 'utf8').catch(() => undefined);
  if (json === undefined)
    return { missing: 'This is the first run whose report lies here, so there is nothing to compare with.' };
  const previous = judgedMatrixSchema.safeParse(parseJson(json)).data;
  if (previous === undefined) {
    return {
      missing: 'The report of the previous run can’t be read, or another version wrote it, so nothing is compared.',
    };
  }
  if (!isSameTracker(previous.target, target)) {
    return {
      missing: `The previous run was against another tracker, ${previous.target.name}, so nothing is compared.`,
    };
  }
  return previous;
}

/** The name of a fake holds its seed, which is another one each run. */
function isSameTracker(one: RunTarget, other: RunTarget): boolean {
  return one.kind === other.kind && one.mode === other.mode && (one.kind === 'fake' || one.name === other.name);
}

type Run = Omit<JudgedMatrix, 'trend'>;

/** The rank of a state for a release; states of the same rank are neither better nor worse. */
export const ranks: Readonly<Record<RuleState, number>> = {
  failing: 0,
  deviates: 1,
  unverified: 1,
  'not available': 1,
  differs: 1,
  'verified in part': 2,
  verified: 3,
  'as assumed': 3,
};

/** Whether a rule that changed is better. A rule that failed is not if its tests did not run since. */
function isBetter({ from, to }: RuleChange): boolean {
  return ranks[to] > ranks[from] && to !== 'unverified' && to !== 'not available';
}

/** What a run has changed against the one before. Of two runs of selected tests only what both tested counts. */
export function compareRuns(current: Run, previous: PreviousRun): Trend {
  if ('missing' in previous) return previous;
  const selected = [current, previous].some(({ verdict }) => verdict.demands === 'selected');
  const { startedAt, target, totals } = previous;
  const changes = changedRules(current, previous, selected);
  const [now, before] = selected ? [nothing, nothing] : [current, previous];
  return {
    previous: { startedAt, name: target.name, totals },
    selected,
    worse: changes.filter(({ from, to }) => ranks[to] < ranks[from]),
    better: changes.filter(isBetter),
    rulesAdded: missingIn(before.rules, now.rules).map(({ id }) => id),
    rulesRemoved: missingIn(now.rules, before.rules).map(({ id }) => id),
    testsAdded: missingIn(before.tests, now.tests).length,
    testsRemoved: missingIn(now.tests, before.tests).length,
  };
}

const nothing: Pick<Run, 'rules' | 'tests'> = { rules: [], tests: [] };

function changedRules(current: Run, previous: Run, testedInBoth: boolean): RuleChange[] {
  const before = new Map(previous.rules.map((row) => [row.id, row]));
  return current.rules.flatMap((row) => {
    const earlier = before.get(row.id);
    if (earlier === undefined || earlier.state === row.state) return [];
    if (testedInBoth && !(isTested(row) && isTested(earlier))) return [];
    return [{ rule: row.id, from: earlier.state, to: row.state }];
  });
}

function isTested({ tests }: RuleRow): boolean {
  return tests.length > 0;
}

function missingIn<Item extends { readonly id: string }>(there: readonly Item[], here: readonly Item[]): Item[] {
  const ids = new Set(there.map(({ id }) => id));
  return here.filter(({ id }) => !ids.has(id));
}
