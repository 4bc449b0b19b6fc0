import { existsSync, readFileSync, rmSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import type { JudgedMatrix, RuleRow } from '../documents/matrix.js';
import type { ReportKind } from '../../contracts/report/run.js';
import { replaceFile } from '../replace.js';
import { extendJunit } from './extend-junit.js';
import { factOf } from '../failures/fact-of.js';
import { repositoryPath } from '../source-places.js';
import { ctrfReport } from './ctrf-report.js';
import { failuresMarkdown, summaryMarkdown } from './markdown.js';
import { runProblems } from './run-problems.js';
import type { RunProblem } from './run-problems.js';
import { countStates, rowsOfKind } from '../matrix/count-states.js';
import type { Annotation } from '../../client/print.js';

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
