import type { TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { stripVTControlCharacters } from 'node:util';
import { annotationTypes } from '../../contracts/report/annotations.js';
import { testCaseAnnotation } from '../../contracts/report/results.js';
import type { StepResult, TestResultRow } from '../../contracts/report/results.js';
import { finishTest } from '../../reports/finish-test.js';
import { resultOf } from '../result-of.js';

/** How many lines of an error of a step are kept. */
const ERROR_LINES = 12;
/** How many characters of an attachment named `exchange` are kept. */
const EXCHANGE_LENGTH = 20_000;

/** The steps that the fixtures of this package make of their calls and set-up: no steps of a test case. */
const OWN_STEP = /^(?:(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \/|Set-up: |set-up tried again: )/;

/** Takes from Playwright's account of a test what is published of it. @param folder what its file is named relative to */
export function resultOfTest(test: TestCase, folder: string): TestResultRow {
  const rules = described(test, annotationTypes.rule).map((text) => {
    const [id = ''] = text.split(' ', 1);
    return [id, text.slice(id.length + 1)] as const;
  });
  const result = resultOf(finishTest(test, folder).test, new Map(rules));
  // An interrupted test has no verdict, and its steps say nothing.
  const counted = test.results.findLast(({ status }) => status !== 'interrupted' && status !== 'skipped');
  const exchange = [result.exchange, ...(result.error === undefined ? [] : attachedExchanges(counted))]
    .filter((text) => text !== undefined)
    .join('\n\n');
  return {
    ...result,
    name: test.repeatEachIndex === 0 ? result.name : `${result.name} › repeat ${test.repeatEachIndex}`,
    cases: described(test, testCaseAnnotation),
    steps: stepsOf(counted?.steps ?? [], usesOurFixtures(test)),
    ...(exchange !== '' && { exchange }),
  };
}

function described(test: TestCase, wanted: string): string[] {
  const texts = test.annotations.flatMap(({ type, description }) => (type === wanted ? [description ?? ''] : []));
  return [...new Set(texts)].filter((text) => text !== '');
}

/** Whether a test has called the tracker by our fixtures; a suite without them may have a step `GET /cart` of its own. */
function usesOurFixtures({ results }: TestCase): boolean {
  return results.some(({ annotations }) => annotations.some(({ type }) => type === annotationTypes.exchanges));
}

/** The steps of a test and of its hooks, without those inside another step. */
function stepsOf(steps: readonly TestStep[], hasOwn: boolean): StepResult[] {
  return steps.flatMap((step): StepResult[] => {
    if (step.category !== 'test.step') return step.category === 'hook' ? stepsOf(step.steps, hasOwn) : [];
    if (hasOwn && OWN_STEP.test(step.title)) return [];
    const { title, error } = step;
    if (error === undefined) return [{ title, status: 'passed' }];
    const text = stripVTControlCharacters(error.message ?? error.value ?? 'It says no reason.').trim();
    return [{ title, status: 'failed', error: text.split('\n').slice(0, ERROR_LINES).join('\n') }];
  });
}

/** What a test attached by the name `exchange`: how a suite without our fixtures tells what it sent and was answered. */
function attachedExchanges(result: TestResult | undefined): string[] {
  return (result?.attachments ?? []).flatMap(({ name, body }) =>
    name === 'exchange' && body !== undefined ? [body.toString('utf8').slice(0, EXCHANGE_LENGTH)] : [],
  );
}
