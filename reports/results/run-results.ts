import { stripVTControlCharacters } from 'node:util';
import { createHash } from 'node:crypto';
import type { TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter';
import type { FinishedTest, ReportedExchange } from '../../contracts/report/finished-test.js';
import { testCaseAnnotation, pageSchema } from '../../contracts/report/results.js';
import type { TestResultRow, StepResult, Results } from '../../contracts/report/results.js';
import { annotationTypes } from '../../contracts/report/annotations.js';
import { descriptionsIn } from '../../contracts/report/test-event.js';
import type { TrackerIdentity } from '../../contracts/report/run.js';
import { runProblems } from '../ci/run-problems.js';
import { errorsOf, isOwnStep, isSkipped, nameOfTest, stepsIn } from '../finish-test.js';
import type { FinishedTestReading } from '../finish-test.js';
import type { JudgedMatrix } from '../../contracts/report/matrix.js';

/** The published result of a finished test, without cases and steps. @param texts the text of each rule by its id */
function resultOf(test: FinishedTest, texts: ReadonlyMap<string, string>): TestResultRow {
  const { project, file, title, status, reason, rules } = test;
  const error = test.error === undefined ? undefined : errorsOf(test).join('\n\n');
  const exchange = error === undefined ? undefined : renderExchanges(test.exchanges.kept);
  return {
    name: [project, file, title].filter((part) => part !== '').join(' › '),
    title,
    status,
    ...(reason !== undefined && { reason }),
    ...(error !== undefined && { error }),
    cases: [],
    rules: rules.map((id) => ({ id, text: texts.get(id) ?? '' })),
    steps: [],
    ...(exchange !== undefined && { exchange }),
  };
}

const SHOWN = 5;

function renderExchanges(kept: readonly ReportedExchange[]): string | undefined {
  const last = kept.slice(-SHOWN).map(renderExchange);
  return last.length === 0 ? undefined : last.join('\n\n');
}

function renderExchange({ method, path, status, caller, durationMs, details }: ReportedExchange): string {
  const { requestBody, responseBody, curl } = details ?? {};
  return [
    `${method} ${path} as ${caller} answered ${status} in ${Math.round(durationMs)} ms`,
    ...(requestBody === undefined || requestBody === '' ? [] : [`sent: ${requestBody}`]),
    ...(responseBody === undefined ? [] : [`answered: ${responseBody}`]),
    ...(curl === undefined ? [] : [`again: ${curl}`]),
  ].join('\n');
}

const ERROR_LINES = 12;
/** How many characters of an attachment named `exchange` are kept. */
const EXCHANGE_LENGTH = 20_000;

/** The published result of a test that Playwright has run. @param folder the folder that its path is relative to */
export function resultOfTest(test: TestCase, finished: FinishedTestReading, folder: string): TestResultRow {
  const rules = described(test, annotationTypes.rule).map((text) => {
    const [id = ''] = text.split(' ', 1);
    return [id, text.slice(id.length + 1)] as const;
  });
  const result = resultOf({ ...finished.test, ...nameOfTest(test, folder) }, new Map(rules));
  // An interrupted attempt has no verdict, and its steps do not count.
  const counted = test.results.findLast(({ status }) => status !== 'interrupted' && status !== 'skipped');
  const exchange = [result.exchange, ...(result.error === undefined ? [] : attachedExchanges(counted))]
    .filter((text) => text !== undefined)
    .join('\n\n');
  return {
    ...result,
    name: test.repeatEachIndex === 0 ? result.name : `${result.name} › repeat ${test.repeatEachIndex}`,
    cases: described(test, testCaseAnnotation),
    steps: counted === undefined ? [] : stepsOf(counted.steps, counted.errors, usesOurFixtures(finished)),
    ...(exchange !== '' && { exchange }),
  };
}

function described(test: TestCase, wanted: string): string[] {
  return descriptionsIn(test.annotations, wanted).filter((text) => text !== '');
}

/** Whether a test has called the tracker by our fixtures. A suite without them may have its own step `GET /cart`. */
function usesOurFixtures({ events }: FinishedTestReading): boolean {
  return events.some(({ exchanges }) => exchanges.length > 0);
}

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

/** The attachments `exchange` of a test. With them a suite without our fixtures reports its requests and answers. */
function attachedExchanges(result: TestResult | undefined): string[] {
  return (result?.attachments ?? []).flatMap(({ name, body }) =>
    name === 'exchange' && body !== undefined ? [body.toString('utf8').slice(0, EXCHANGE_LENGTH)] : [],
  );
}

/** An error for each planted defect of the fakes that tests ran on. Such results are no results of a tracker. */
export function defectErrors(identities: readonly TrackerIdentity[]): string[] {
  const defects = identities.flatMap(({ defect }) => defect ?? []);
  return [...new Set(defects)].map(defectError);
}

function defectError(defect: string): string {
  return `The run was on a fake with the planted defect ${defect}.`;
}

export function resultsOfMatrix(matrix: JudgedMatrix): Results {
  const { tests, rules, target, startedAt, run, about } = matrix;
  const texts = new Map(rules.map(({ id, text }) => [id, text]));
  const problems = runProblems(matrix, '');
  const ofRule = problems.filter(({ kind }) => kind === 'rule');
  const problemOf = new Map(ofRule.map(({ title, text, rules: [id = ''] }) => [id, text.replace(/^.*/, title)]));
  const isRed = (test: FinishedTest) => problems.some(({ kind, id }) => kind === 'test' && id === test.id);
  const reasons = problems.flatMap(({ kind, text }) => (kind === 'run' && !run.errors.includes(text) ? text : []));
  const id = createHash('sha256').update(`${target.name} ${startedAt}`).digest('hex').slice(0, 12);
  return {
    schemaVersion: 1,
    run: { id, name: `${target.name}, ${startedAt}`, startedAt },
    errors: [...run.errors, ...(about.tracker.defect === undefined ? [] : [defectError(about.tracker.defect)])],
    ...(reasons.length > 0 && { reasons }),
    tests: tests.map((test) => {
      const result = resultOf(isRed(test) ? { ...test, status: 'failed' } : test, texts);
      const told = result.rules.map((rule) => ({ ...rule, problem: problemOf.get(rule.id) }));
      return { ...result, rules: told };
    }),
  };
}

/** Merges the results of the shards of a run. The order of the shards does not matter. */
export function mergeResults(shards: readonly [Results, ...Results[]]): Results {
  const [first, ...more] = shards.toSorted((one, other) => (one.run.id < other.run.id ? -1 : 1));
  if (first === undefined || more.length === 0) return shards[0];
  const runs = [first, ...more].map(({ run }) => run);
  const digest = createHash('sha256').update([...new Set(runs.map(({ id }) => id))].join(' '));
  const [earliest = first.run] = runs.toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
  const url = runs.find((run) => run.url !== undefined)?.url;
  return {
    schemaVersion: 1,
    run: { ...earliest, id: digest.digest('hex').slice(0, 12), ...(url !== undefined && { url }) },
    errors: [...new Set([first, ...more].flatMap(({ errors }) => errors))],
    reasons: [...new Set([first, ...more].flatMap(({ reasons = [] }) => reasons))],
    tests: [first, ...more].flatMap(({ tests }) => tests),
  };
}

/** The page of the CI run of this process, from the variables of CI servers; undefined if none names a page. */
export function findRunUrl(env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  const ofGitHub = run === undefined ? undefined : `${server ?? ''}/${repository ?? ''}/actions/runs/${run}`;
  const named = [ofGitHub, env['CI_PIPELINE_URL'], env['BUILD_URL']];
  return named.find((url) => pageSchema.safeParse(url).success);
}

const SECRET = /PASSWORD|PASSWD|TOKEN|SECRET|CREDENTIAL|API_?KEY|PRIVATE_?KEY/i;
/** The least length of a secret, in characters. A shorter value counts as a word such as `none`. */
const LENGTH = 6;

export function secretsInEnvironment(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    SECRET.test(name) && value !== undefined && value.length >= LENGTH ? [value] : [],
  );
}
