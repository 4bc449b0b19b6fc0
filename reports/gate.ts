import { counted } from '../contracts/counted.js';
import { failureKinds } from '../contracts/report/finished-test.js';
import type { FailureKind, FinishedTest, TestStatus } from '../contracts/report/finished-test.js';
import type { KnownProblem } from './documents/known-failures.js';
import type { Demands, RunTarget, Tolerance } from '../contracts/report/run.js';
import type { JudgedMatrix, Matrix, RuleRow, Verdict } from './documents/matrix.js';
import { findRule } from '../contracts/rules/rules.js';
import { problemOfDemands, toleranceSchema } from '../contracts/report/run.js';
import { knownNameOf } from './known/read-known.js';
import { countAccepted } from './matrix/count-states.js';
import { formatRuleIds, leftReasons } from './matrix/format.js';

export interface GatePolicy {
  readonly rules: Demands;
  /**
   * Whether a run passes in which an open question is answered otherwise than assumed, or in which the tracker deviates
   * from what the documents show by an example only. Default: it passes
   */
  readonly differs?: Tolerance | undefined;
  /** Whether a run passes in which a test failed first and passed on a retry. Default: it passes */
  readonly flaky?: Tolerance | undefined;
}

type Policy = Pick<Verdict, 'demands' | 'differs' | 'flaky'>;

/** A reason why a run has not passed. Every report shows it as a failure, or else each test or rule that it is about. */
export interface Reason {
  readonly text: string;
  readonly tests?: readonly FinishedTest[];
  /** What these tests, or the tests that were not run for it, say of the tracker. */
  readonly kind?: FailureKind;
  readonly rules?: readonly string[];
  readonly entry?: Pick<KnownProblem, 'file' | 'line'>;
}

/**
 * Decides whether a run counts as passed. A run that was interrupted, or whose tracker can't be used any more, says
 * nothing of the tests that were not run. Else a problem in or around the tests weighs more than an unverified rule,
 * and an unverified rule more than an open question. A known failure does not count, unless its entry is out of date.
 * A run in which no test was executed passes only if it was asked for what changes affect, and they affect no test.
 */
export function judge(matrix: Matrix, { rules, differs = 'passes', flaky = 'passes' }: GatePolicy): Verdict {
  const policy = { demands: rules, differs, flaky };
  const { verdict, reasons } = decide(matrix, policy);
  return { verdict, reasons: reasons.map(({ text }) => text), ...policy };
}

/** The only place that knows why a run is red. */
export function decide(
  matrix: Matrix,
  policy: Policy,
): { readonly verdict: Verdict['verdict']; readonly reasons: readonly Reason[] } {
  const { run, totals, tests } = matrix;
  const broken = brokenReasons(matrix, policy);
  const outage = textReasons(run.outage ?? []);
  const left = textReasons(leftReasons(run.left));
  if (run.status === 'interrupted') {
    const count = counted(totals.notRun, 'test was', 'tests were');
    const reason = { text: `The run was interrupted before its end: ${count} not run.` };
    return { verdict: 'interrupted', reasons: [reason, ...outage, ...broken, ...left] };
  }
  if (outage.length > 0) return { verdict: 'tracker unreachable', reasons: [...outage, ...broken, ...left] };
  const mayBeNone = run.selected?.mayBeNone === true && tests.length === 0;
  if (totals.passed + totals.failed + totals.flaky + countAccepted(totals) === 0 && !mayBeNone) {
    const reason = { text: 'No test was executed, so nothing is known about the tracker.' };
    return { verdict: 'no tests', reasons: [reason, ...broken] };
  }
  if (broken.length > 0) {
    const verdict = isOnlyOutdated(matrix, broken, policy) ? 'known failures outdated' : verdictOf(broken);
    return { verdict, reasons: [...broken, ...left] };
  }
  const missing = missingReasons(matrix, policy);
  const differing = policy.differs === 'fails' ? differingReasons(matrix) : [];
  const reasons = [...missing, ...differing];
  if (missing.length > 0) return { verdict: 'rules unverified', reasons };
  return { verdict: differing.length > 0 ? 'assumptions differ' : 'passed', reasons };
}

function textReasons(texts: string | readonly string[]): Reason[] {
  return [texts].flat().map((text) => ({ text }));
}

function isOnlyOutdated(
  { tests, totals, knownProblems = [] }: Matrix,
  broken: readonly Reason[],
  policy: Policy,
): boolean {
  const about = new Set(knownProblems.flatMap((one) => one.tests));
  const isOutdated = tests.every((test) => test.status !== 'failed' || about.has(knownNameOf(test)));
  const isFlaky = totals.flaky > 0 && policy.flaky === 'fails';
  const failures = broken.filter((reason) => reason.tests !== undefined && reason.kind !== undefined);
  return isOutdated && !isFlaky && broken.length === knownProblems.length + failures.length;
}

/** A broken rule weighs most, then what no document describes, then what says nothing of the tracker. */
function verdictOf(broken: readonly Reason[]): Verdict['verdict'] {
  const kinds = new Set(broken.map(({ kind }) => kind ?? 'broken rule'));
  if (kinds.has('broken rule')) return 'tests failed';
  if (kinds.has('unexpected answer')) return 'unexpected answers';
  return kinds.has('error in the test code') ? 'errors in the test code' : 'could not be tested';
}

const failureTexts: Readonly<Record<FailureKind, readonly [one: string, several: string, what: string]>> = {
  'broken rule': ['test', 'tests', 'failed.'],
  'unexpected answer': ['test', 'tests', 'met an answer that no document describes, or none in time.'],
  'error in the test code': ['test', 'tests', 'ended by an error in the test code.'],
  'could not be tested': ['test', 'tests', 'could not begin or clean up: it is not known what they would have shown.'],
};

function failureReasons(failed: readonly FinishedTest[]): Reason[] {
  return failureKinds.flatMap((kind): Reason[] => {
    const tests = failed.filter((test) => (test.kind ?? 'broken rule') === kind);
    const [one, several, what] = failureTexts[kind];
    return tests.length === 0 ? [] : [{ text: `${counted(tests.length, one, several)} ${what}`, tests, kind }];
  });
}

function brokenReasons({ run, tests, totals, knownProblems = [] }: Matrix, policy: Policy): Reason[] {
  const testsThat = (status: TestStatus) => tests.filter((test) => test.status === status);
  const flaky = policy.flaky === 'fails' ? testsThat('flaky') : [];
  const retried = `${counted(flaky.length, 'test')} passed only on a retry, which the gate counts as failed.`;
  const reasons: Reason[] = [
    ...failureReasons(testsThat('failed')),
    ...(flaky.length > 0 ? [{ text: retried, tests: flaky }] : []),
    ...textReasons(run.errors),
    ...(run.refused ?? []).map((text): Reason => ({ text, kind: 'could not be tested' })),
    ...textReasons(run.status === 'timedout' ? 'The run took longer than globalTimeout and was ended.' : []),
    ...knownProblems.map(({ text, file, line }) => ({ text, entry: { file, line } })),
  ];
  // Playwright knows of no known failures, and may have ended the run because of one.
  const hasKnown = countAccepted(totals) > 0;
  if (hasKnown && totals.notRun > 0) {
    const idle = counted(totals.notRun, 'test');
    const text = `${idle} did not run although all failures are accepted, for example because of maxFailures or describe.serial.`;
    reasons.push({ text });
  } else if (run.status === 'failed' && reasons.length === 0 && !hasKnown) {
    const text =
      'Playwright ended the run as failed, for example because of failOnFlakyTests or an error in a reporter.';
    reasons.push({ text });
  }
  return reasons;
}

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

/** Whether everything about a rule that this tracker allows to be tested is as documented, save for examples. */
export function isVerified(state: RuleRow['state']): boolean {
  return state === 'verified' || state === 'verified in part' || state === 'deviates';
}

function isOutOfScope(row: RuleRow, target: RunTarget): boolean {
  // A fake of the test's own provides everything, so what it lacks is a problem of the run.
  if (target.kind === 'fake' && target.mode === 'isolated') return false;
  const tooWide = row.kind === 'documented' && row.scope === 'tracker' && !target.disposable;
  return tooWide || row.state === 'not available';
}

export function differingRules({ rules, apis }: Matrix, wanted: RuleRow['state'] = 'differs'): string[] {
  return rules.filter(({ state, api }) => state === wanted && apis.includes(api)).map(({ id }) => id);
}

export function missingReasons(matrix: Matrix, { demands }: Pick<Policy, 'demands'>): Reason[] {
  const ids = missingRules(matrix, demands);
  if (ids.length === 0) return [];
  const rules = counted(ids.length, 'documented rule is', 'documented rules are');
  const missing = { text: `${rules} not verified: ${formatRuleIds(ids)}.`, rules: ids };
  // Settings can name any custom rule.
  const unknown = ids.filter((id) => findRule(id) === undefined && !matrix.rules.some((row) => row.id === id));
  if (unknown.length === 0) return [missing];
  const text = `Nobody has defined ${formatRuleIds(unknown)}: a test takes its rules along by coversWith, and the option rules of trackerReporters names the others.`;
  return [missing, { text }];
}

function differingReasons(matrix: Matrix): Reason[] {
  const [open, examples] = [differingRules(matrix), differingRules(matrix, 'deviates')];
  const questions = counted(open.length, 'open question is', 'open questions are');
  const otherwise = { text: `${questions} answered otherwise than assumed: ${formatRuleIds(open)}.`, rules: open };
  const shown = counted(examples.length, 'rule', 'rules');
  const deviating = `The tracker deviates from the example of ${shown}: ${formatRuleIds(examples)}.`;
  return [
    ...(open.length > 0 ? [otherwise] : []),
    ...(examples.length > 0 ? [{ text: deviating, rules: examples }] : []),
  ];
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
