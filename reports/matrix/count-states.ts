import type { Matrix, RuleRow } from '../../contracts/report/matrix.js';
import type { FinishedTest, TestStatus } from '../../contracts/report/finished-test.js';
import type { Totals } from '../../contracts/report/rule-state.js';

/** How many rules of one kind are in which state, in the order a reader wants them; states without a rule are left out. */
export function countStates(rows: readonly RuleRow[]): ReadonlyMap<RuleRow['state'], number> {
  const order: RuleRow['state'][] = [
    'verified',
    'verified in part',
    'as assumed',
    'differs',
    'failing',
    'not available',
    'unverified',
  ];
  const counts = order.map((state) => [state, rows.filter((row) => row.state === state).length] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}

export function countIn(rows: readonly RuleRow[], ...states: readonly RuleRow['state'][]): number {
  return rows.filter(({ state }) => states.includes(state)).length;
}

/** The documented rules of the covered APIs: those the gate can ask for. */
export function documentedRows({ rules, apis }: Matrix): RuleRow[] {
  return rules.filter(({ kind, api }) => kind === 'documented' && apis.includes(api));
}

export function assumedRows({ rules, apis }: Matrix): RuleRow[] {
  return rules.filter(({ kind, api }) => kind === 'assumed' && apis.includes(api));
}

const countedAs: Record<TestStatus, keyof Totals> = {
  passed: 'passed',
  'expected failure': 'passed',
  failed: 'failed',
  flaky: 'flaky',
  skipped: 'skipped',
  'not run': 'notRun',
  'not available': 'skipped',
  'known failure': 'known',
};

export function countTests(tests: readonly FinishedTest[]): Totals {
  const totals: Totals = { passed: 0, failed: 0, flaky: 0, skipped: 0, notRun: 0 };
  for (const { status } of tests) totals[countedAs[status]] = (totals[countedAs[status]] ?? 0) + 1;
  return totals;
}
