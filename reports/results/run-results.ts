import { createHash } from 'node:crypto';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { FinishedTest, ReportedExchange } from '../../contracts/report/finished-test.js';
import { pageSchema } from '../documents/results.js';
import type { TestResultRow, Results } from '../documents/results.js';
import { annotationTypes, descriptionsIn } from '../../contracts/report/test-event.js';
import type { TrackerIdentity } from '../../contracts/report/run.js';
import { runProblems } from '../ci/run-problems.js';
import { countingResult, errorsOf, nameOfTest } from '../finish-test.js';
import type { JudgedMatrix } from '../documents/matrix.js';

/** The published result of a finished test. @param texts the text of each rule by its id */
function resultOf(test: FinishedTest, texts: ReadonlyMap<string, string>): TestResultRow {
  const { project, file, title, status, reason, rules, cases = [], steps = [], repeat } = test;
  const names = [project, file, title, repeat === undefined ? '' : `repeat ${repeat}`];
  const exchange = test.error === undefined ? undefined : renderExchanges(test.exchanges.kept);
  return {
    ...{ name: names.filter((name) => name !== '').join(' › '), title, status, cases, steps },
    rules: rules.map((id) => ({ id, text: texts.get(id) ?? '' })),
    ...(reason !== undefined && { reason }),
    ...(test.error !== undefined && { error: errorsOf(test).join('\n\n') }),
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

/** How many characters of an attachment named `exchange` are kept. */
const EXCHANGE_LENGTH = 20_000;

/** The published result of a test that Playwright has run. @param folder the folder that its path is relative to */
export function resultOfTest(testCase: TestCase, finished: FinishedTest, folder: string): TestResultRow {
  const texts = descriptionsIn(testCase.annotations, annotationTypes.rule).map((text) => {
    const [id = ''] = text.split(' ', 1);
    return [id, text.slice(id.length + 1)] as const;
  });
  const result = resultOf({ ...finished, ...nameOfTest(testCase, folder) }, new Map(texts));
  const attached = result.error === undefined ? [] : attachedExchanges(countingResult(testCase));
  const exchange = [result.exchange ?? [], attached].flat().join('\n\n');
  return { ...result, ...(exchange !== '' && { exchange }) };
}

/** The attachments `exchange` of a test. With them a suite without our fixtures reports its requests and answers. */
function attachedExchanges(result: TestResult | undefined): string[] {
  return (result?.attachments ?? []).flatMap(({ name, body }) =>
    name === 'exchange' && body !== undefined ? [body.toString('utf8').slice(0, EXCHANGE_LENGTH)] : [],
  );
}

/** An error for each planted defect of the fakes that tests ran on. Such results are no results of a tracker. */
export function defectErrors(identities: readonly Pick<TrackerIdentity, 'defect'>[]): string[] {
  const defects = new Set(identities.flatMap(({ defect }) => defect ?? []));
  return [...defects].map((defect) => `The run was on a fake with the planted defect ${defect}.`);
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
    errors: [...run.errors, ...defectErrors([about.tracker])],
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
