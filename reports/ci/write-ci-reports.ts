import { existsSync, readFileSync, rmSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import type { JudgedMatrix, RuleRow } from '../documents/matrix.js';
import type { ReportKind } from '../../contracts/report/run.js';
import { replaceFile } from '../replace.js';
import { factOf } from '../failures/fact-of.js';
import { repositoryPath, runProblems } from './run-problems.js';
import { ctrfReport } from './ctrf-report.js';
import { failuresMarkdown, summaryMarkdown } from './markdown.js';
import type { RunProblem } from './run-problems.js';
import { countStates, rowsOfKind } from '../matrix/count-states.js';
import type { Annotation } from '../../client/print.js';
import { inPlainText } from '../../client/print.js';
import { html } from '../matrix/page/html.js';

export interface CiPlaces {
  readonly outputDir: string;
  /** The folder to which the files of tests are relative. */
  readonly directory: string;
  readonly configFile: string | undefined;
  /** The file that Playwright's JUnit reporter has written. Default: `junit.xml` of the reports */
  readonly junitFile?: string | undefined;
}

export async function writeCiReports(
  matrix: JudgedMatrix,
  kinds: readonly ReportKind[],
  { outputDir, directory, configFile = join(directory, 'playwright.config.ts'), junitFile }: CiPlaces,
): Promise<readonly Annotation[]> {
  const problems = runProblems(matrix, configFile).map((problem) => ({
    ...problem,
    file: repositoryPath(problem.file, directory),
  }));
  if (kinds.includes('junit')) replaceJunit(outputDir, junitFile, problems);
  if (kinds.includes('ctrf')) replaceFile(join(outputDir, 'ctrf.json'), ctrfReport(matrix, problems, directory));
  if (kinds.includes('gitlab')) {
    replaceFile(join(outputDir, 'gl-code-quality.json'), codeQualityReport(problems));
    replaceFile(join(outputDir, 'metrics.txt'), metricsReport(matrix));
  }
  if (kinds.includes('markdown')) {
    replaceFile(join(outputDir, 'failures.md'), failuresMarkdown(matrix, problems));
  }
  if (!kinds.includes('github')) return [];
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (summary !== undefined) await appendFile(summary, summaryMarkdown(matrix, problems));
  return problems;
}

/** Puts Playwright's JUnit file of a run in its place among the reports, with the problems of the run. */
export function replaceJunit(
  outputDir: string,
  written = join(outputDir, 'junit.xml'),
  problems: readonly RunProblem[] = [],
): void {
  if (!existsSync(written)) return;
  const file = join(outputDir, 'junit.xml');
  replaceFile(file, extendJunit(readFileSync(written, 'utf8'), problems));
  if (written !== file) rmSync(written);
}

/** GitLab's code quality report: it shows the problems of a run in merge requests, beside the lines they point to. */
function codeQualityReport(problems: readonly RunProblem[]): string {
  const rows = problems.map(({ kind, title, id, text, file, line }) => ({
    description: [title, factOf(text)].filter((part) => part !== '').join(': '),
    check_name: `tracker-e2e ${kind}`,
    fingerprint: createHash('sha256').update(`${kind} ${id}`).digest('hex'),
    severity: kind === 'rule' ? 'major' : 'critical',
    location: { path: file, lines: { begin: line } },
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

function metricsReport(matrix: JudgedMatrix): string {
  const { passed, failed, known = 0, flaky, skipped, notRun } = matrix.totals;
  const lines = [
    ...Object.entries({ passed, failed, 'known failure': known, flaky, skipped, 'not run': notRun }).map(
      ([status, count]) => `tracker_e2e_tests{status="${status}"} ${String(count)}`,
    ),
    ...stateMetrics('tracker_e2e_rules', rowsOfKind(matrix, 'documented')),
    ...stateMetrics('tracker_e2e_open_questions', rowsOfKind(matrix, 'assumed')),
    `tracker_e2e_duration_seconds ${(matrix.durationMs / 1_000).toFixed(1)}`,
  ];
  return `${lines.join('\n')}\n# EOF\n`;
}

function stateMetrics(name: string, rows: readonly RuleRow[]): string[] {
  return [...countStates(rows)].map(([state, count]) => `${name}{state="${state}"} ${String(count)}`);
}

/**
 * Adds to Playwright's JUnit file what it can't know: a failure for each rule that is not verified and for each other reason
 * of a red run, such as a missing shard; and the id of each rule as a property of its own. What fails as is known, or deviates
 * from an example only, counts as skipped, with the reason.
 */
export function extendJunit(xml: string, problems: readonly RunProblem[]): string {
  const added = problems.filter(({ failed }) => !failed);
  const withIds = skipAccepted(inPlainText(xml)).replaceAll(
    /<property name="rule" value="(\w+-\w+) /g,
    '<property name="rule_id" value="$1">\n</property>\n$&',
  );
  if (added.length === 0) return withIds;
  const count = String(added.length);
  const suite = [
    `<testsuite name="rule matrix" tests="${count}" failures="${count}" skipped="0" errors="0" time="0">`,
    ...added.flatMap(testCase),
    '</testsuite>',
    '</testsuites>',
  ].join('\n');
  return withIds
    .replace(/^<testsuites [^>]*>/, (tag) => addTo(addTo(tag, 'tests', added.length), 'failures', added.length))
    .replace(/<\/testsuites>\s*$/, () => `${suite}\n`);
}

function skipAccepted(xml: string): string {
  let accepted = 0;
  const suites = xml.replaceAll(/<testsuite [^>]*>.*?<\/testsuite>/gs, (suite) => {
    let inSuite = 0;
    const cases = suite.replaceAll(/<testcase [^>]*>.*?<\/testcase>/gs, (text) => {
      const [, ticket] = /<property name="known failure" value="([^"]*)"/.exec(text) ?? [];
      const deviates = text.includes('<property name="failure" value="deviates"');
      if ((ticket === undefined && !deviates) || !text.includes('<failure')) return text;
      inSuite += 1;
      const why = ticket === undefined ? 'deviates from an example' : `known failure: ${ticket}`;
      const skipped = `<skipped message="${why}"/>\n</testcase>`;
      return text.replaceAll(/<failure\b[^>]*>.*?<\/failure>\s*/gs, '').replace(/<\/testcase>$/, () => skipped);
    });
    accepted += inSuite;
    return moveToSkipped(cases, inSuite);
  });
  return moveToSkipped(suites, accepted);
}

function moveToSkipped(xml: string, count: number): string {
  return count === 0 ? xml : addTo(addTo(xml, 'failures', -count), 'skipped', count);
}

function testCase({ kind, title, text, file, line, rules }: RunProblem): string[] {
  return [
    `<testcase name="${escape(kind === 'run' ? text : title)}" classname="${kind}" file="${escape(file)}" line="${String(line)}" time="0">`,
    ...(rules.length === 0
      ? []
      : ['<properties>', ...rules.map((id) => `<property name="rule_id" value="${escape(id)}"/>`), '</properties>']),
    `<failure message="${escape(title)}">${escape(text)}</failure>`,
    '</testcase>',
  ];
}

function addTo(tag: string, attribute: string, more: number): string {
  return tag.replace(
    new RegExp(`\\b${attribute}="(\\d+)"`),
    (_, count) => `${attribute}="${String(Number(count) + more)}"`,
  );
}

function escape(text: string): string {
  return html`${text}`.toString().replaceAll('\n', '&#10;');
}
