import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { counted } from '../contracts/counted.js';
import type { TestCase, TestResult, TestError, TestStep } from '@playwright/test/reporter';
import { strengthOf } from '../contracts/clauses/clause-documents.js';
import { findRule } from '../contracts/rules/rules.js';
import {
  annotationTypes,
  rerunAttachment,
  descriptionsIn,
  notesOf,
  readEvent,
} from '../contracts/report/test-event.js';
import type { TestEvent } from '../contracts/report/test-event.js';
import type { RecordedExchanges, FinishedTest, TestStatus, StepResult } from '../contracts/report/finished-test.js';
import type { CalledEndpoint } from '../contracts/report/surface.js';
import { testCaseAnnotation } from './documents/results.js';
import { failureOf } from './failures/failure-of.js';
import { judgeFailure } from './failures/judge-failure.js';
import type { JudgedFailure } from './failures/judge-failure.js';
import type { CustomDefinitions } from './custom-definitions.js';
import { readAnnotations } from './custom-definitions.js';

const none: RecordedExchanges = { earlier: 0, kept: [], endpoints: [], surfaces: [] };

/** The ways to end in which a test says nothing of the tracker. */
export const withReason: ReadonlySet<TestStatus> = new Set(['skipped', 'not run', 'not available', 'does not apply']);
const withError: ReadonlySet<TestStatus> = new Set(['failed', 'deviates', 'flaky', 'expected failure']);
const errorLines = 40;
const errorLineLength = 400;
const errorsAtMost = 20;

export interface FinishedTestReading {
  readonly test: FinishedTest;
  /** What it sent to endpoints and was answered. */
  readonly surfaces: readonly CalledEndpoint[];
  /** What its attempts found out, in their order. */
  readonly events: readonly TestEvent[];
  readonly problems: readonly string[];
}

/** The record of a test that has ended. Who failed for one rule covers only that. */
export function finishTest(testCase: TestCase, directory: string, own?: CustomDefinitions): FinishedTestReading {
  const { file, title } = nameOfTest(testCase, directory);
  const { results } = testCase;
  const last = results.at(-1);
  const { rules, endpoints, isRule, problems } = readAnnotations(testCase, own);
  const refuse = (json: string) =>
    problems.push(`the annotation ${annotationTypes.event} can't be read: ${json.slice(0, 200)}`);
  const events = results.map(({ annotations }) => readEvent(annotations, refuse));
  const event = events.at(-1) ?? readEvent();
  const failed = results.findIndex(({ errors }) => errors.length > 0);
  const { surfaces, firstAnswer: _, ...exchanges } = (events[failed] ?? event).exchanges[0] ?? none;
  const broken = last?.status === 'passed' ? [] : event.broken.filter(isRule).slice(-1);
  const judged = judgeFailure(testCase, exchanges.kept);
  const shown = broken.length > 0 ? broken : rules;
  const unreached = rules.filter((id) => !shown.includes(id));
  const status = deviates(statusOf(testCase, event), judged, shown) ? 'deviates' : statusOf(testCase, event);
  const skips = ['skip', 'fixme'].flatMap((type) =>
    descriptionsIn([...testCase.annotations, ...(last?.annotations ?? [])], type),
  );
  const reason =
    unfinishedReason(testCase) ?? event.doesNotApply[0] ?? event.notAvailable[0] ?? skips.find((text) => text !== '');
  const observations = distinct(event.observations);
  const unclear = distinct(event.unclear);
  const notes = distinct(events.flatMap(({ retried, rateLimited }) => notesOf({ retried, rateLimited })));
  const [error, ...otherErrors] = errorTexts(testCase);
  const skippedSteps = stepsIn(last).filter(isSkipped);
  const unseen = distinct([...event.notSeen, ...skippedSteps.map(({ title }) => `The step “${title}” was skipped.`)]);
  const cases = descriptionsIn(testCase.annotations, testCaseAnnotation).filter((key) => key !== '');
  const usesFixtures = events.some(({ exchanges }) => exchanges.length > 0);
  const counting = countingResult(testCase);
  const steps = stepsOf(counting?.steps ?? [], counting?.errors ?? [], usesFixtures);
  const failure = failureOf(testCase);
  const rerun = rerunOf(testCase);
  const test: FinishedTest = {
    id: testCase.id,
    title,
    file,
    line: testCase.location.line,
    project: testCase.parent.project()?.name ?? '',
    status,
    durationMs: results.reduce((sum, result) => sum + Math.max(result.duration, 0), 0),
    rules: distinct(broken.length > 0 ? broken : [...rules, ...observations.map(({ rule }) => rule)]),
    ...(unreached.length > 0 && { unreached }),
    ...(withError.has(status) && status !== 'expected failure' && judged),
    endpoints,
    observations,
    exchanges,
    ...(testCase.repeatEachIndex > 0 && { repeat: testCase.repeatEachIndex }),
    ...(cases.length > 0 && { cases }),
    ...(steps.length > 0 && { steps }),
    ...(event.needs.length > 0 && { needs: [...event.needs] }),
    ...(notes.length > 0 && { notes }),
    ...(unseen.length > 0 && { notSeen: unseen }),
    ...((status === 'passed' || status === 'flaky') &&
      !hasCheck(last, event.exchanges[0]?.firstAnswer) && { unchecked: true as const }),
    ...(unclear.length > 0 && { unclear }),
    ...(withReason.has(status) && reason !== undefined && { reason }),
    ...(withError.has(status) && error !== undefined && { error }),
    ...(withError.has(status) && otherErrors.length > 0 && { otherErrors }),
    ...(withError.has(status) && failure !== undefined && { failure }),
    ...(withError.has(status) && rerun !== undefined && { rerun }),
  };
  return {
    test,
    surfaces,
    events,
    problems: distinct(problems).map((problem) => `${file}:${String(test.line)}: ${problem}`),
  };
}

/** The attempt whose steps count. An interrupted one has no verdict. */
export function countingResult({ results }: TestCase): TestResult | undefined {
  return results.findLast(({ status }) => status !== 'interrupted' && status !== 'skipped');
}

/** Values without those that equal an earlier one. */
export function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

export function nameOfTest(testCase: TestCase, directory: string): Pick<FinishedTest, 'file' | 'title'> {
  return {
    file: relative(directory, testCase.location.file).split(sep).join('/'),
    title: testCase.titlePath().slice(3).join(' › '),
  };
}

/** Whether a test shows nothing broken but what the documents give an example of. */
function deviates(status: TestStatus, judged: JudgedFailure | undefined, rules: readonly string[]): boolean {
  if (status !== 'failed' || judged?.kind !== 'broken rule') return false;
  const shown = judged.accuses === undefined ? rules.filter((id) => !isAssumed(id)) : [judged.accuses];
  return shown.length > 0 && shown.every((id) => strengthOf(id) === 'example');
}

/** Whether an id is that of an open question. */
export function isAssumed(id: string): boolean {
  return findRule(id)?.kind === 'assumed';
}

function statusOf(testCase: TestCase, { notAvailable, doesNotApply }: TestEvent): TestStatus {
  switch (testCase.outcome()) {
    case 'skipped':
      if (unfinishedReason(testCase) !== undefined) return 'not run';
      if (doesNotApply.length > 0) return 'does not apply';
      return notAvailable.length > 0 ? 'not available' : 'skipped';
    case 'expected':
      return testCase.expectedStatus === 'passed' ? 'passed' : 'expected failure';
    case 'unexpected':
      return 'failed';
    case 'flaky':
      return 'flaky';
  }
}

export function unfinishedReason({ results, expectedStatus }: TestCase): string | undefined {
  const last = results.at(-1);
  if (last === undefined) return 'the run ended before it was started';
  if (last.status === 'interrupted') return 'the run was interrupted while it ran';
  if (last.status !== 'skipped' || expectedStatus === 'skipped') return undefined;
  return 'it was not started: the run ended before, or a test before it failed';
}

function rerunOf({ results }: TestCase): string | undefined {
  const attachments = results.flatMap((result) => result.attachments);
  return attachments.find(({ name }) => name === rerunAttachment)?.body?.toString('utf8');
}

/** The message of a matcher with the value that the test gave it: `expect(response.data).toEqual(expected)`. */
function withSubject(message: string, snippet = ''): string {
  const [, code = ''] = /^> *\d+ \|(.*)$/m.exec(stripVTControlCharacters(snippet)) ?? [];
  const [, subject] = /\bexpect(?:\.soft)?\((.+?)(?:, ['"`].*)?\)\.(?:not\.)?to[A-Z]/.exec(code) ?? [];
  return message.replace(/\bexpect\(received\)(?=\.)/, (call) => (subject === undefined ? call : `expect(${subject})`));
}

function errorTexts({ results, expectedStatus }: TestCase): string[] {
  const errors = results.find((result) => result.errors.length > 0)?.errors ?? [];
  if (errors.length === 0 && expectedStatus === 'failed')
    return ['It is marked to fail and passed: remove test.fail().'];
  const more = errors.length - errorsAtMost;
  return [
    ...errors.slice(0, errorsAtMost).map(errorText),
    ...(more > 0 ? [`… and ${counted(more, 'more error')}`] : []),
  ];
}

export function errorText({ message, value, snippet }: TestResult['errors'][number]): string {
  const text = message ?? value ?? 'an error without a message';
  const lines = withSubject(stripVTControlCharacters(text).trim(), snippet).split('\n');
  const kept = lines
    .slice(0, errorLines)
    .map((line) => (line.length > errorLineLength ? `${line.slice(0, errorLineLength)}…` : line));
  return (lines.length > errorLines ? [...kept, '…'] : kept).join('\n');
}

export function errorsOf({ error, otherErrors = [] }: Pick<FinishedTest, 'error' | 'otherErrors'>): string[] {
  return error === undefined ? [] : [error, ...otherErrors];
}

/** Whether an attempt checked something of what its calls answered: an `expect` held after the first answer. */
function hasCheck(result: TestResult | undefined, firstAnswer = 0): boolean {
  return stepsIn(result).some(({ category, title, error, startTime, duration }) => {
    // By itself it only repeats the checks in it. The clock of a step has whole milliseconds.
    if (category !== 'expect' || title === 'Expect "toPass"' || error !== undefined || duration < 0) return false;
    return startTime.getTime() + duration + 1 >= firstAnswer;
  });
}

function stepsIn(parent: { readonly steps: readonly TestStep[] } | undefined): TestStep[] {
  return (parent?.steps ?? []).flatMap((step) => [step, ...stepsIn(step)]);
}

/** The titles of steps that the fixtures of this package make of calls and set-up. They are no steps of a test case. */
const ownStep = /^(?:(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \/|Set-up: |set-up tried again: )/;

function isOwnStep({ title }: Pick<TestStep, 'title'>): boolean {
  return ownStep.test(title);
}

/** Whether a test skipped a step, which Playwright reports as one that passed. */
function isSkipped(step: TestStep): boolean {
  return step.category === 'test.step' && !isOwnStep(step) && step.annotations.some(({ type }) => type === 'skip');
}

const ERROR_LINES = 12;

/**
 * The steps of an attempt for its test case, without those inside another.
 *
 * @param hasOwn whether the test has called the tracker by our fixtures. A suite without them may have its own step `GET /cart`
 */
function stepsOf(steps: readonly TestStep[], failures: readonly TestError[], hasOwn: boolean): StepResult[] {
  return steps.flatMap((step): StepResult[] => {
    const inner = () => stepsOf(step.steps, failures, hasOwn);
    if (step.category === 'hook') return inner();
    // `toPass` tries its steps again and again: the last time counts.
    if (step.category === 'expect') return [...new Map(inner().map((one) => [one.title, one])).values()];
    if (step.category !== 'test.step' || (hasOwn && isOwnStep(step))) return [];
    return [{ title: step.title, ...stateOf(step, failures) }];
  });
}

function stateOf(step: TestStep, failures: readonly TestError[]): Omit<StepResult, 'title'> {
  const open = step.duration < 0 ? failures.map(textOf) : [];
  const errors = [step, ...stepsIn(step)].flatMap(({ error }) => (error === undefined ? [] : textOf(error)));
  // An error that the test caught is no failure of it.
  const own = [...new Set([...open, ...errors.filter((text) => failures.some((failure) => says(failure, text)))])];
  const error = own.map((text) => text.split('\n').slice(0, ERROR_LINES).join('\n')).join('\n\n');
  if (own.length > 0) return { status: 'failed', error };
  if ([step, ...stepsIn(step)].some(isSkipped)) return { status: 'skipped' };
  return { status: step.error === undefined && step.duration >= 0 ? 'passed' : 'open' };
}

function textOf({ message, value }: TestError): string {
  return stripVTControlCharacters(message ?? value ?? 'It says no reason.').trim();
}

/** Whether an error is another one, or is made of it: `toPass` and a test that throws again add to the text. */
function says(failure: TestError, text: string): boolean {
  return textOf(failure).includes(text) || (failure.cause !== undefined && says(failure.cause, text));
}
