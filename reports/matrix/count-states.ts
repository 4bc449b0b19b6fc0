import type { Matrix, RuleRow } from '../../contracts/report/matrix.js';

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

/** The documented rules of the covered APIs: those the gate can ask for. */
export function documentedRows({ rules, apis }: Matrix): RuleRow[] {
  return rules.filter(({ kind, api }) => kind === 'documented' && apis.includes(api));
}

/** The open questions of the covered APIs. */
export function assumedRows({ rules, apis }: Matrix): RuleRow[] {
  return rules.filter(({ kind, api }) => kind === 'assumed' && apis.includes(api));
}
