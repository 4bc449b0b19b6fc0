import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix, RuleRow } from '../../contracts/report/matrix.js';
import type { RuleState, Comparison, RuleChange, Trend } from '../../contracts/report/rule-state.js';
import type { PreviousRun } from './read-previous-run.js';

type Run = Omit<JudgedMatrix, 'trend'>;

/** The rank of a state for a release; states of the same rank are neither better nor worse. */
export const ranks: Readonly<Record<RuleState, number>> = {
  failing: 0,
  unverified: 1,
  'not available': 2,
  differs: 3,
  'verified in part': 4,
  verified: 5,
  'as assumed': 5,
};

/**
 * Says what a run has changed against the one before it. If one of the two was of selected tests, what the other
 * tested beyond these has not changed: it just was not run.
 */
export function compareRuns(current: Run, previous: PreviousRun): Trend {
  if ('missing' in previous) return previous;
  const selected = [current, previous].some(({ verdict }) => verdict.demands === 'selected');
  const { startedAt, target, totals } = previous;
  const changes = changedRules(current, previous, selected);
  return {
    previous: { startedAt, name: target.name, totals },
    selected,
    worse: changes.filter(({ from, to }) => ranks[to] < ranks[from]),
    better: changes.filter(({ from, to }) => ranks[to] > ranks[from]),
    ...(selected ? nothingAddedOrRemoved : addedAndRemoved(current, previous)),
  };
}

type Additions = Pick<Comparison, 'rulesAdded' | 'rulesRemoved' | 'testsAdded' | 'testsRemoved'>;

const nothingAddedOrRemoved: Additions = { rulesAdded: [], rulesRemoved: [], testsAdded: [], testsRemoved: [] };

function addedAndRemoved(current: Run, previous: Run): Additions {
  return {
    rulesAdded: missingIn(previous.rules, current.rules).map(({ id }) => id),
    rulesRemoved: missingIn(current.rules, previous.rules).map(({ id }) => id),
    testsAdded: missingIn(previous.tests, current.tests).map(nameOf),
    testsRemoved: missingIn(current.tests, previous.tests).map(nameOf),
  };
}

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

function nameOf({ id, title, file }: FinishedTest): Comparison['testsAdded'][number] {
  return { id, title, file };
}
