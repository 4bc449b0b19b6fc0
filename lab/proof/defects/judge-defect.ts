import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { recordedExchangesSchema } from '../../../contracts/report/exchange.js';
import type { Catch, DefectMatrix, DefectRow } from './defect-matrix.js';
import { annotationTypes } from '../../../contracts/report/annotations.js';
import type { Defect } from '../../../fake/index.js';
import { standardImplementation } from '../../../fake/start-fake.js';
import { nothingOwn } from '../../../reports/custom-definitions.js';
import { knownEndpoints } from '../../../reports/selection/find-by-name.js';
import type { KnownEndpoint } from '../../../reports/selection/find-by-name.js';
import { canAffect, knownTest } from '../../../reports/selection/select-tests.js';
import { placeOf } from './cells.js';
import type { Plan } from './cells.js';
import { ROOT } from '../processes.js';

const MESSAGE_LINES = 4;
const LINE_LENGTH = 200;

/** Whether a defect was caught, or can't be seen in the mode of the run. */
export function isCaughtOrUnseen({ state }: Pick<DefectRow, 'state'>, mode: DefectMatrix['mode']): boolean {
  return state === 'caught' || (state === 'not available' && mode === 'shared');
}

/** Judges a defect by the tests that ran on the tracker with it. */
export function judgeDefect(
  { name, rule, breaks, isolatedOnly }: Omit<Defect, 'override'>,
  tests: readonly TestCase[],
  { mode, lines }: Pick<Plan, 'mode' | 'lines'>,
): DefectRow {
  const describeTest = (test: TestCase) => describe(test, lines);
  const own = testsOfRule(rule, tests);
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
    caughtBy: caughtBy.map(describeTest),
    brokeIn: failed.filter((test) => !caughtBy.includes(test)).map(describeTest),
    unrelated: tests.filter((test) => !own.includes(test) && hasFailed(test)).map(describeTest),
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

function testsOfRule(rule: string, tests: readonly TestCase[]): TestCase[] {
  return tests.filter(({ tags }) => tags.includes(`@${rule}`));
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
  const unavailable = own.filter(({ annotations }) =>
    annotations.some(({ type }) => type === annotationTypes.notAvailable),
  );
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
  if (test.annotations.some(({ type }) => type === annotationTypes.broken)) return true;
  return message.includes('ContractError: ') || failedExpectations(result.steps).includes(message);
}

/** The messages of the expectations that failed, inside other steps too. */
function failedExpectations(steps: readonly TestStep[]): string[] {
  return steps.flatMap(({ category, error, steps: inner }) => [
    ...(category === 'expect' && error?.message !== undefined ? [error.message] : []),
    ...failedExpectations(inner),
  ]);
}

function describe(test: TestCase, lines: Plan['lines']): Catch {
  const [first] = lastResult(test)?.errors ?? [];
  const file = relative(ROOT, test.location.file).split(sep).join('/');
  const title = test.titlePath().slice(3).join(' › ');
  return {
    title,
    file,
    line: lines[placeOf(test)] ?? test.location.line,
    rules: test.tags.map((tag) => tag.slice(1)),
    message: shorten(first?.message ?? first?.value ?? `It ${lastResult(test)?.status ?? ''}.`),
  };
}

/** The first lines of a message, without colours. */
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

const known = knownEndpoints(nothingOwn);

/** How well a selection by endpoint catches the defects that the tests of their rules catch. */
interface EndpointSelection {
  /** The defects that are caught. */
  readonly caught: number;
  /** The caught defects that no selected test catches, each with the endpoints it changes. */
  readonly missed: readonly string[];
  /** How many tests are selected for a defect, on average. */
  readonly tests: number;
}

/**
 * Looks whether `--endpoints`, told of the endpoints that a defect changes, selects a test that catches it.
 *
 * @param testsOf the tests that ran on a tracker with a defect, by its name
 * @param control the tests that ran on a tracker without defects; they show which endpoints each test calls
 */
export function selectByEndpoint(
  defects: readonly Defect[],
  testsOf: ReadonlyMap<string, readonly TestCase[]>,
  control: readonly TestCase[],
): EndpointSelection {
  const calls = new Map(control.map((test) => [placeOf(test), calledBy(test)]));
  const caught = defects.flatMap((defect) => {
    const failed = testsOfRule(defect.rule, testsOf.get(defect.name) ?? []).filter(hasFailed);
    const catching = failed.filter(isCaughtByAssertion);
    const changed = endpointsChangedBy(defect);
    const isSelected = (test: TestCase) =>
      changed.some((endpoint) => canAffect(endpoint, knownTest(test, calls.get(placeOf(test)))));
    const name = `${defect.name} (${changed.map(({ title }) => title).join(', ')})`;
    const tests = control.filter(isSelected).length;
    return catching.length === 0 ? [] : [{ name, isMissed: !catching.some(isSelected), tests }];
  });
  return {
    caught: caught.length,
    missed: caught.flatMap(({ name, isMissed }) => (isMissed ? [name] : [])),
    tests: Math.round(caught.reduce((sum, { tests }) => sum + tests, 0) / Math.max(caught.length, 1)),
  };
}

/** The endpoints that a defect overrides. If it overrides none, the endpoints of its rule. */
function endpointsChangedBy({ rule, override }: Defect): readonly KnownEndpoint[] {
  const { handlers } = override(standardImplementation);
  const changed = known.filter(
    ({ name = '' }) => handlers[name] !== undefined && handlers[name] !== standardImplementation.handlers[name],
  );
  return changed.length > 0 ? changed : known.filter(({ rules }) => rules.includes(rule));
}

function calledBy({ results }: TestCase): readonly string[] | undefined {
  const annotation = results.at(-1)?.annotations.find(({ type }) => type === annotationTypes.exchanges);
  if (annotation?.description === undefined) return undefined;
  return recordedExchangesSchema.parse(JSON.parse(annotation.description)).endpoints;
}
