import { counted } from '../contracts/counted.js';
import type { TestStatus } from '../contracts/report/finished-test.js';
import type { Demands, RunTarget, Tolerance } from '../contracts/report/run.js';
import type { JudgedMatrix, Matrix, RuleRow, Verdict } from '../contracts/report/matrix.js';
import { findRule } from '../contracts/rules/rules.js';
import { problemOfDemands, toleranceSchema } from '../contracts/report/run.js';
import { nameOfTest } from './known/read-known.js';
import { formatRuleIds, leftReasons } from './matrix/format.js';

/** The conditions that a run has to meet. */
export interface GatePolicy {
  /** Which documented rules have to be verified. */
  readonly rules: Demands;
  /** Whether a run passes in which an open question is answered otherwise than assumed. Default: it passes */
  readonly differs?: Tolerance | undefined;
  /** Whether a run passes in which a test failed first and passed on a retry. Default: it passes */
  readonly flaky?: Tolerance | undefined;
}

type Policy = Pick<Verdict, 'demands' | 'differs' | 'flaky'>;

/**
 * Decides whether a run counts as passed. A run that was interrupted, or whose tracker can't be used any more, says
 * nothing of the tests that were not run. Else a problem in or around the tests weighs more than an unverified rule,
 * and an unverified rule more than an open question. A known failure does not count, unless its entry is out of date.
 * A run in which no test was executed passes only if it was asked for what changes affect, and they affect no test.
 */
export function judge(matrix: Matrix, { rules, differs = 'passes', flaky = 'passes' }: GatePolicy): Verdict {
  const policy = { demands: rules, differs, flaky };
  return { ...decide(matrix, policy), ...policy };
}

function decide(matrix: Matrix, policy: Policy): Pick<Verdict, 'verdict' | 'reasons'> {
  const { run, totals, tests } = matrix;
  const broken = brokenReasons(matrix, policy);
  const outage = run.outage === undefined ? [] : [run.outage];
  const left = leftReasons(run.left);
  if (run.status === 'interrupted') {
    const count = counted(totals.notRun, 'test was', 'tests were');
    const reason = `The run was interrupted before its end: ${count} not run.`;
    return { verdict: 'interrupted', reasons: [reason, ...outage, ...broken, ...left] };
  }
  if (outage.length > 0) return { verdict: 'tracker unreachable', reasons: [...outage, ...broken, ...left] };
  const mayBeNone = run.selected?.mayBeNone === true && tests.length === 0;
  if (totals.passed + totals.failed + totals.flaky + (totals.known ?? 0) === 0 && !mayBeNone) {
    const reason = 'No test was executed, so nothing is known about the tracker.';
    return { verdict: 'no tests', reasons: [reason, ...broken] };
  }
  if (broken.length > 0) {
    const verdict = isOnlyOutdated(matrix, broken, policy) ? 'known failures outdated' : 'tests failed';
    return { verdict, reasons: [...broken, ...left] };
  }
  const missing = missingRules(matrix, policy.demands);
  const differing = policy.differs === 'fails' ? differingRules(matrix) : [];
  const reasons = [
    ...(missing.length > 0 ? [unverifiedReason(missing), ...unknownReason(matrix, missing)] : []),
    ...(differing.length > 0 ? [differingReason(differing)] : []),
  ];
  if (missing.length > 0) return { verdict: 'rules unverified', reasons };
  return { verdict: differing.length > 0 ? 'assumptions differ' : 'passed', reasons };
}

function isOnlyOutdated(
  { tests, totals, knownProblems = [] }: Matrix,
  broken: readonly string[],
  policy: Policy,
): boolean {
  const about = new Set(knownProblems.flatMap((one) => one.tests));
  const isOutdated = tests.every((test) => test.status !== 'failed' || about.has(nameOfTest(test)));
  const isFlaky = totals.flaky > 0 && policy.flaky === 'fails';
  return isOutdated && !isFlaky && broken.length === knownProblems.length + (totals.failed > 0 ? 1 : 0);
}

function brokenReasons({ run, totals, knownProblems }: Matrix, policy: Policy): string[] {
  const reasons = [...run.errors];
  if (totals.flaky > 0 && policy.flaky === 'fails') {
    reasons.unshift(`${counted(totals.flaky, 'test')} passed only on a retry, which the gate counts as failed.`);
  }
  if (totals.failed > 0) reasons.unshift(`${counted(totals.failed, 'test')} failed.`);
  if (run.status === 'timedout') reasons.push('The run took longer than globalTimeout and was ended.');
  reasons.push(...(knownProblems ?? []).map(({ text }) => text));
  // Playwright knows of no known failures, and may have ended the run because of one.
  const hasKnown = (totals.known ?? 0) > 0;
  if (hasKnown && totals.notRun > 0) {
    reasons.push(
      `${counted(totals.notRun, 'test')} did not run although all failures are known, for example because of maxFailures or describe.serial.`,
    );
  } else if (run.status === 'failed' && reasons.length === 0 && !hasKnown) {
    reasons.push(
      'Playwright ended the run as failed, for example because of failOnFlakyTests or an error in a reporter.',
    );
  }
  return reasons;
}

/** The ids of the rules that have to be verified and are not. */
export function missingRules({ rules, tests, apis, target }: Matrix, demands: Demands): string[] {
  const statusOf = new Map(tests.map(({ id, status }) => [id, status]));
  const known = new Set(rules.filter((row) => isExcused(row, statusOf, demands)).map(({ id }) => id));
  if (typeof demands !== 'string') {
    const verified = new Set(rules.filter(({ state }) => isVerified(state)).map(({ id }) => id));
    return demands.filter((id) => !verified.has(id) && !known.has(id));
  }
  return rules
    .filter((row) => row.kind === 'documented' && apis.includes(row.api))
    .filter((row) => (demands === 'all' ? row.state !== 'verified' : !isVerified(row.state)))
    .filter(({ id }) => !known.has(id))
    .filter((row) => demands !== 'selected' || row.tests.length > 0)
    .filter((row) => demands === 'all' || !isOutOfScope(row, target))
    .map(({ id }) => id);
}

function isExcused({ knownBy, tests }: RuleRow, statusOf: ReadonlyMap<string, TestStatus>, demands: Demands): boolean {
  if (knownBy === undefined) return false;
  const others = tests.map((id) => statusOf.get(id)).filter((status) => status !== 'known failure');
  if (others.length === 0) return true;
  const hasPassed = others.some((status) => status === 'passed' || status === 'flaky');
  return hasPassed && (demands !== 'all' || others.every((status) => status === 'passed' || status === 'flaky'));
}

/** Whether everything about a rule that this tracker allows to be tested is as documented. */
export function isVerified(state: RuleRow['state']): boolean {
  return state === 'verified' || state === 'verified in part';
}

function isOutOfScope(row: RuleRow, target: RunTarget): boolean {
  // A fake of the test's own provides everything, so what it lacks is a problem of the run.
  if (target.kind === 'fake' && target.mode === 'isolated') return false;
  const tooWide = row.kind === 'documented' && row.scope === 'tracker' && !target.disposable;
  return tooWide || row.state === 'not available';
}

export function differingRules({ rules, apis }: Matrix): string[] {
  return rules.filter(({ state, api }) => state === 'differs' && apis.includes(api)).map(({ id }) => id);
}

function unverifiedReason(ids: readonly string[]): string {
  return `${counted(ids.length, 'documented rule is', 'documented rules are')} not verified: ${formatRuleIds(ids)}.`;
}

/** The rules among these that are not defined: settings can name any custom rule. */
function unknownReason({ rules }: Matrix, ids: readonly string[]): string[] {
  const unknown = ids.filter((id) => findRule(id) === undefined && !rules.some((row) => row.id === id));
  if (unknown.length === 0) return [];
  return [
    `Nobody has defined ${formatRuleIds(unknown)}: a test takes its rules along by coversWith, and the option rules of trackerReporters names the others.`,
  ];
}

function differingReason(ids: readonly string[]): string {
  const questions = counted(ids.length, 'open question is', 'open questions are');
  return `${questions} answered otherwise than assumed: ${formatRuleIds(ids)}.`;
}

/** Whether a run had to verify a rule. A run of some tests need not verify rules that none of them covers. */
export function isAsked({ id, tests }: RuleRow, { demands }: Pick<Verdict, 'demands'>): boolean {
  if (tests.length > 0) return true;
  return typeof demands === 'string' ? demands !== 'selected' : (demands as readonly string[]).includes(id);
}

/** Whether a run was asked for all tests of its suite. */
export function isWhole({ run, verdict }: Pick<JudgedMatrix, 'run' | 'verdict'>): boolean {
  return run.selected === undefined && verdict.demands !== 'selected';
}

/** Whether no shard or file of the suite is missing: only then a missing test counts as removed. */
export function hasAllTests(matrix: Pick<JudgedMatrix, 'run' | 'verdict'>): boolean {
  const { status, errors } = matrix.run;
  return isWhole(matrix) && status !== 'interrupted' && errors.length === 0;
}

export function gateProblems({ rules, differs, flaky }: GatePolicy): string[] {
  const demands = problemOfDemands(rules);
  const tolerances = Object.entries({ differs, flaky }).filter(
    ([, value]) => !toleranceSchema.optional().safeParse(value).success,
  );
  return [
    ...(demands === undefined ? [] : [`The option gate of the matrix reporter ${demands}.`]),
    ...tolerances.map(([name]) => `The option ${name} of the matrix reporter has to be passes or fails.`),
  ];
}
