import type { FinishedTest, TestStatus } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix, RuleRow } from '../documents/matrix.js';
import { findRunUrl } from '../results/run-results.js';
import { repositoryPath } from './run-problems.js';
import { errorsOf } from '../finish-test.js';
import type { RunProblem } from './run-problems.js';

/** The statuses of CTRF for ours. A known failure is `other`: it is no success, and does not block. */
const statuses = {
  passed: 'passed',
  flaky: 'passed',
  'expected failure': 'passed',
  failed: 'failed',
  skipped: 'skipped',
  'not available': 'skipped',
  'does not apply': 'skipped',
  'not run': 'pending',
  'known failure': 'other',
  deviates: 'other',
} as const satisfies Record<TestStatus, string>;

/** A run in the Common Test Report Format (https://ctrf.io): a row for each test and other reason of a red gate. */
export function ctrfReport(matrix: JudgedMatrix, problems: readonly RunProblem[], directory: string): string {
  const { about, startedAt, durationMs, target, run, verdict } = matrix;
  const start = Date.parse(startedAt);
  const others = problems.filter(({ kind }) => kind !== 'test');
  const red = new Set(problems.map(({ id }) => id));
  const tests = [
    ...matrix.tests.map((test) => testRow(test, red.has(test.id), { rows: matrix.rules, directory })),
    ...others.map(problemRow),
  ];
  const count = (status: string) => tests.filter((row) => row.status === status).length;
  const buildUrl = findRunUrl(process.env);
  const report = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: startedAt,
    generatedBy: 'tracker-e2e',
    results: {
      tool: { name: 'tracker-e2e', version: about.harnessVersion },
      summary: {
        tests: tests.length,
        ...{ passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
        ...{ pending: count('pending'), other: count('other') },
        flaky: matrix.totals.flaky,
        ...{ start, stop: start + Math.round(durationMs), duration: Math.round(durationMs) },
      },
      tests,
      environment: {
        testEnvironment: target.insecure === true ? target.name : (about.tracker.label ?? target.name),
        ...(about.tracker.product !== undefined && { appName: about.tracker.product }),
        ...(about.tracker.version !== undefined && { appVersion: about.tracker.version }),
        ...(buildUrl !== undefined && { buildUrl }),
        healthy: run.errors.length === 0,
      },
      extra: { verdict: verdict.verdict, reasons: verdict.reasons },
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function testRow(
  { title, file, line, project, status, durationMs, ...test }: FinishedTest,
  isRed: boolean,
  { rows, directory }: { readonly rows: readonly RuleRow[]; readonly directory: string },
) {
  const suite = title.split(' › ').slice(0, -1);
  const failed = [...test.rules, test.accuses].flatMap((id) => rows.filter((row) => row.id === id));
  const sentences = [...new Set(failed.map(({ id, text }) => `${id} ${text}`))].join('\n');
  const message = test.error === undefined ? test.reason : [sentences, ...errorsOf(test)].join('\n\n').trim();
  return {
    name: title,
    status: isRed ? 'failed' : statuses[status],
    rawStatus: status,
    duration: Math.round(durationMs),
    ...(suite.length > 0 && { suite }),
    ...(message !== undefined && { message }),
    ...{ line, filePath: repositoryPath(file, directory), type: 'api' },
    ...(test.rules.length > 0 && { tags: test.rules }),
    ...(status === 'flaky' && { flaky: true }),
    ...((project !== '' || test.kind !== undefined) && {
      extra: { ...(project !== '' && { project }), ...(test.kind !== undefined && { failure: test.kind }) },
    }),
  };
}

function problemRow({ title, text, file, line, rules }: RunProblem) {
  const row = { name: title, status: 'failed', duration: 0, message: text, filePath: file, line } as const;
  return { ...row, ...(rules.length > 0 && { tags: rules }) };
}
