import type { Matrix, RuleRow, Totals } from '../documents/matrix.js';
import { apiNames } from '../../contracts/rules/rule.js';
import { ruleStates } from '../documents/matrix.js';
import type { FinishedTest, TestStatus } from '../../contracts/report/finished-test.js';

export function countStates(rows: readonly RuleRow[]): ReadonlyMap<RuleRow['state'], number> {
  const counts = ruleStates.map((state) => [state, rows.filter((row) => row.state === state).length] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}

/** For example `35 verified, 5 verified in part`. */
export function formatStates(rows: readonly RuleRow[]): string {
  return [...countStates(rows)].map(([state, count]) => `${String(count)} ${state}`).join(', ');
}

/** The name of an API; a group of custom rules is called as it is. */
export function titleOfApi(api: string): string {
  return (apiNames as Readonly<Record<string, string>>)[api] ?? api;
}

export function countIn(rows: readonly RuleRow[], ...states: readonly RuleRow['state'][]): number {
  return rows.filter(({ state }) => states.includes(state)).length;
}

/** The rules of one kind of the covered APIs; documented ones are those the gate can ask for. */
export function rowsOfKind({ rules, apis }: Matrix, wanted: RuleRow['kind']): RuleRow[] {
  return rules.filter(({ kind, api }) => kind === wanted && apis.includes(api));
}

/** What a test says of the tracker. `open`: the test did not run. */
export type Outcome = 'passed' | 'failed' | 'open';

const meanings: Record<TestStatus, { readonly count: keyof Totals; readonly outcome: Outcome }> = {
  passed: { count: 'passed', outcome: 'passed' },
  'expected failure': { count: 'passed', outcome: 'passed' },
  failed: { count: 'failed', outcome: 'failed' },
  flaky: { count: 'flaky', outcome: 'passed' },
  skipped: { count: 'skipped', outcome: 'open' },
  'not run': { count: 'notRun', outcome: 'open' },
  'not available': { count: 'skipped', outcome: 'open' },
  'does not apply': { count: 'skipped', outcome: 'open' },
  'known failure': { count: 'known', outcome: 'failed' },
  deviates: { count: 'deviates', outcome: 'failed' },
};

export function outcomeOf({ status }: Pick<FinishedTest, 'status'>): Outcome {
  return meanings[status].outcome;
}

/** How many tests failed in a way that need not fail a run: as known, or by a deviation from an example only. */
export function countAccepted({ known = 0, deviates = 0 }: Totals): number {
  return known + deviates;
}

export function countTests(tests: readonly FinishedTest[]): Totals {
  const totals: Totals = { passed: 0, failed: 0, flaky: 0, skipped: 0, notRun: 0 };
  for (const { count } of tests.map(({ status }) => meanings[status])) totals[count] = (totals[count] ?? 0) + 1;
  return totals;
}
