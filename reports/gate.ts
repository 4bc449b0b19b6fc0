import type { Matrix, RuleRow, Verdict } from '../contracts/report/matrix.js';
import type { RunTarget } from '../contracts/report/run-target.js';
import { formatRuleIds } from './matrix/format.js';

/** What a run has to show. */
export interface GatePolicy {
  /** `all`: every documented rule of the furnished APIs. `selected`: those a test of this run covers. */
  readonly rules: Verdict['demands'];
}

/**
 * Decides whether a run counts as passed. Whatever went wrong in or around the tests weighs more than an unverified
 * rule, and a run in which no test was executed never passes.
 */
export function judge(matrix: Matrix, policy: GatePolicy): Verdict {
  return { ...decide(matrix, policy), demands: policy.rules };
}

function decide(matrix: Matrix, policy: GatePolicy): Omit<Verdict, 'demands'> {
  const broken = brokenReasons(matrix);
  const { passed, failed, flaky } = matrix.totals;
  if (passed + failed + flaky === 0) {
    return {
      verdict: 'no tests',
      reasons: ['No test was executed, so nothing is known about the tracker.', ...broken],
    };
  }
  if (broken.length > 0) return { verdict: 'tests failed', reasons: broken };
  const missing = demandedRows(matrix, policy).filter((row) => !isSettled(row, matrix.target));
  if (missing.length > 0) return { verdict: 'rules unverified', reasons: [unverifiedReason(missing)] };
  return { verdict: 'passed', reasons: [] };
}

/** Whether everything can be verified on a target, so that what it does not provide is a fault of the run. */
function providesEverything(target: RunTarget): boolean {
  return target.kind === 'fake' && target.mode === 'own-space';
}

function brokenReasons({ run, totals }: Matrix): string[] {
  const reasons = [...run.errors];
  if (totals.failed > 0) reasons.unshift(`${String(totals.failed)} ${totals.failed === 1 ? 'test' : 'tests'} failed.`);
  if (run.status === 'timedout') reasons.push('The run took longer than globalTimeout and was ended.');
  if (run.status === 'interrupted') reasons.push('The run was interrupted before its end.');
  if (run.status === 'failed' && reasons.length === 0) {
    reasons.push(
      'Playwright ended the run as failed, for example because of failOnFlakyTests or an error in a reporter.',
    );
  }
  return reasons;
}

function demandedRows(matrix: Matrix, policy: GatePolicy): RuleRow[] {
  return matrix.rules.filter(
    (row) =>
      row.kind === 'documented' && matrix.apis.includes(row.api) && (policy.rules === 'all' || row.tests.length > 0),
  );
}

function isSettled(row: RuleRow, target: RunTarget): boolean {
  return row.state === 'verified' || (row.state === 'not available' && !providesEverything(target));
}

function unverifiedReason(rows: readonly RuleRow[]): string {
  const ids = formatRuleIds(rows.map(({ id }) => id));
  return rows.length === 1
    ? `1 documented rule is not verified: ${ids}.`
    : `${String(rows.length)} documented rules are not verified: ${ids}.`;
}
