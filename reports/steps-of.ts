import { stripVTControlCharacters } from 'node:util';
import type { TestError, TestStep } from '@playwright/test/reporter';
import type { StepResult } from '../contracts/report/finished-test.js';

export function stepsIn(parent: { readonly steps: readonly TestStep[] } | undefined): TestStep[] {
  return (parent?.steps ?? []).flatMap((step) => [step, ...stepsIn(step)]);
}

/** The titles of steps that the fixtures of this package make of calls and set-up. They are no steps of a test case. */
const ownStep = /^(?:(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \/|Set-up: |set-up tried again: )/;

function isOwnStep({ title }: Pick<TestStep, 'title'>): boolean {
  return ownStep.test(title);
}

/** Whether a test skipped a step, which Playwright reports as one that passed. */
export function isSkipped(step: TestStep): boolean {
  return step.category === 'test.step' && !isOwnStep(step) && step.annotations.some(({ type }) => type === 'skip');
}

const ERROR_LINES = 12;

/**
 * The steps of an attempt for its test case, without those inside another.
 *
 * @param hasOwn whether the test has called the tracker by our fixtures. A suite without them may have its own step `GET /cart`
 */
export function stepsOf(steps: readonly TestStep[], failures: readonly TestError[], hasOwn: boolean): StepResult[] {
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
