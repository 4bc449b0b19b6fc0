import { counted } from '../../../contracts/counted.js';
import type { JudgedMatrix } from '../../../contracts/report/matrix.js';
import { formatRuleIds } from '../../matrix/format.js';
import { countIn, documentedRows } from '../../matrix/count-states.js';

export interface GateResult {
  readonly rule: string;
  readonly success: boolean;
  readonly message: string;
  readonly actual: string;
  readonly expected: string;
  /** The ids of rules whose tests it is about, or `failed` for the tests that failed. */
  readonly tags: readonly string[] | 'failed';
}

/** The verdict as Allure's quality gate shows it, and the rules that are verified in part. */
export function qualityGateOf(matrix: JudgedMatrix): GateResult[] {
  const { verdict, reasons, demands } = matrix.verdict;
  const asked = typeof demands === 'string' ? demands : demands.join(', ');
  const unverified = matrix.rules.filter(({ state }) => state === 'unverified' || state === 'failing');
  const gate: GateResult = {
    rule: `the gate (TRACKER_GATE=${asked})`,
    success: verdict === 'passed',
    message: [`The verdict is: ${verdict}.`, ...reasons, summary(matrix)].join('\n'),
    actual: verdict,
    expected: 'passed',
    tags: verdict === 'tests failed' ? 'failed' : verdict === 'passed' ? [] : unverified.map(({ id }) => id),
  };
  return [gate, ...inPart(matrix)];
}

function summary(matrix: JudgedMatrix): string {
  const rows = documentedRows(matrix);
  const part = countIn(rows, 'verified in part');
  return `${String(countIn(rows, 'verified'))} of ${counted(rows.length, 'documented rule')} verified, ${String(part)} verified in part, ${String(countIn(rows, 'failing'))} failing.`;
}

function inPart(matrix: JudgedMatrix): GateResult[] {
  const rows = documentedRows(matrix).filter(({ state }) => state === 'verified in part');
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return [
    {
      rule: 'rules verified in part',
      success: true,
      message: rows.map(({ id, reasons }) => `${id}: ${reasons.join('; ')}`).join('\n'),
      actual: formatRuleIds(ids),
      expected: 'none',
      tags: ids,
    },
  ];
}
