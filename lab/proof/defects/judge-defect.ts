import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { readEvent } from '../../../contracts/report/test-event.js';
import type { Defect } from '../../../fake/index.js';
import { ROOT } from '../processes.js';

/** A test that failed on a tracker with a defect. */
export interface Catch {
  /** The titles of its describe blocks and its own, joined by ` › `. */
  readonly title: string;
  /** The spec file, with `/` on every system. */
  readonly file: string;
  /** The first lines of its first error, without colours. */
  readonly message: string;
}

/**
 * The states of a defect after the suite ran against it.
 *
 * - `caught`: a test of the rule it breaks failed with the message of an assertion
 * - `broke`: tests of the rule failed, but each by a time-out or by an error of the harness
 * - `survived`: tests of the rule ran and all of them passed
 * - `not available`: in this mode no test can see it: every test of the rule was skipped because the tracker can't
 *   provide what it needs, or for the reason the row gives
 * - `untested`: no test of the rule ran
 */
export const defectStates = ['caught', 'survived', 'broke', 'not available', 'untested'] as const;

export interface DefectRow {
  /** For example `DT-02-key-answers-nothing`. */
  readonly name: string;
  readonly rule: string;
  readonly breaks: string;
  readonly state: (typeof defectStates)[number];
  /** Why no test can see it in this mode, if the tests of its rule ran all the same. */
  readonly reason?: string | undefined;
  readonly ran: number;
  readonly caughtBy: readonly Catch[];
  /** The tests of its rule that failed by a time-out or by an error of the harness. */
  readonly brokeIn: readonly Catch[];
}

const MESSAGE_LINES = 4;
const LINE_LENGTH = 200;

/** A tracker for each test, or one for all tests of a defect. */
export type Mode = 'isolated' | 'shared';

export function isCaughtOrUnseen({ state }: Pick<DefectRow, 'state'>, mode: Mode): boolean {
  return state === 'caught' || (state === 'not available' && mode === 'shared');
}

export function judgeDefect(
  { name, rule, breaks, isolatedOnly }: Omit<Defect, 'override'>,
  tests: readonly TestCase[],
  mode: Mode,
): DefectRow {
  const own = tests.filter(({ tags }) => tags.includes(`@${rule}`));
  const failed = own.filter(hasFailed);
  const caughtBy = failed.filter(isCaughtByAssertion);
  const ran = own.filter((test) => lastResult(test) !== undefined && lastResult(test)?.status !== 'skipped');
  const state = stateOf(own, ran, failed, caughtBy);
  const unseen = state === 'survived' && mode === 'shared' && isolatedOnly !== undefined;
  return {
    name,
    rule,
    breaks,
    state: unseen ? 'not available' : state,
    ...(unseen && { reason: isolatedOnly }),
    ran: ran.length,
    caughtBy: caughtBy.map(describe),
    brokeIn: failed.filter((test) => !caughtBy.includes(test)).map(describe),
  };
}

/**
 * The problems of the control, which runs the suite without a defect in the same way. If a test fails there, no failure
 * proves anything.
 */
export function controlProblems(tests: readonly TestCase[]): string[] {
  const ran = tests.filter(({ results }) => results.some(({ status }) => status !== 'skipped'));
  if (ran.length === 0) return ['No test ran on a tracker without a defect, so that no failure proves anything.'];
  return ran.filter(hasFailed).map((test) => {
    const title = test.titlePath().slice(3).join(' › ');
    const [line = ''] = stripVTControlCharacters(lastResult(test)?.error?.message ?? '').split('\n', 1);
    return `Fails without a defect too: ${title}: ${line}`;
  });
}

function stateOf(
  own: readonly TestCase[],
  ran: readonly TestCase[],
  failed: readonly TestCase[],
  caughtBy: readonly TestCase[],
): DefectRow['state'] {
  if (caughtBy.length > 0) return 'caught';
  if (failed.length > 0) return 'broke';
  if (ran.length > 0) return 'survived';
  const unavailable = own.filter((test) => {
    const { notAvailable, doesNotApply } = readEvent(lastResult(test)?.annotations);
    return notAvailable.length + doesNotApply.length > 0;
  });
  return own.length > 0 && unavailable.length === own.length ? 'not available' : 'untested';
}

function lastResult({ results }: TestCase): TestResult | undefined {
  return results.at(-1);
}

function hasFailed(test: TestCase): boolean {
  const status = lastResult(test)?.status;
  return status !== undefined && status !== 'passed' && status !== 'skipped';
}

/** Whether the first thing that went wrong is an expectation, or an answer that does not fit its contract. */
function isCaughtByAssertion(test: TestCase): boolean {
  const result = lastResult(test);
  const message = result?.errors[0]?.message;
  if (result?.status !== 'failed' || message === undefined) return false;
  // A sequence of calls names the rule when tracker and model differ, and tells the comparison in an error of its own.
  if (readEvent(result.annotations).broken.length > 0) return true;
  return message.includes('ContractError: ') || failedExpectations(result.steps).includes(message);
}

function failedExpectations(steps: readonly TestStep[]): string[] {
  return steps.flatMap(({ category, error, steps: inner }) => [
    ...(category === 'expect' && error?.message !== undefined ? [error.message] : []),
    ...failedExpectations(inner),
  ]);
}

function describe(test: TestCase): Catch {
  const [first] = lastResult(test)?.errors ?? [];
  const file = relative(ROOT, test.location.file).split(sep).join('/');
  const title = test.titlePath().slice(3).join(' › ');
  return {
    title,
    file,
    message: shorten(first?.message ?? first?.value ?? `It ${lastResult(test)?.status ?? ''}.`),
  };
}

function shorten(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean);
  return lines
    .slice(0, MESSAGE_LINES)
    .map((line) => (line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)}…` : line))
    .join('\n');
}
