import { existsSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JudgedMatrix } from '../../contracts/report/matrix.js';
import type { ReportKind } from '../../contracts/report/run.js';
import { extendJunit } from './extend-junit.js';
import { githubAnnotations } from './github-annotations.js';
import { codeQualityReport, metricsReport } from './gitlab.js';
import { failuresMarkdown, summaryMarkdown } from './markdown.js';
import { repositoryPath } from './repository-path.js';
import { runProblems } from './run-problems.js';

/** Where a run is and where its reports go. */
export interface CiPlaces {
  readonly outputDir: string;
  /** The folder to which the files of tests are relative. */
  readonly directory: string;
  /** The configuration; problems that belong to no test point to it. */
  readonly configFile: string | undefined;
}

/**
 * Writes what CI systems show of a run, as far as it is asked for, and the summary of a job of GitHub Actions.
 *
 * @returns the lines that the run has to print for GitHub Actions
 */
export async function writeCiReports(
  matrix: JudgedMatrix,
  kinds: readonly ReportKind[],
  { outputDir, directory, configFile = join(directory, 'playwright.config.ts') }: CiPlaces,
): Promise<string[]> {
  const problems = runProblems(matrix, configFile).map((problem) => ({
    ...problem,
    file: repositoryPath(problem.file, directory),
  }));
  const junit = join(outputDir, 'junit.xml');
  if (kinds.includes('junit') && existsSync(junit)) {
    await writeFile(junit, extendJunit(await readFile(junit, 'utf8'), problems));
  }
  if (kinds.includes('gitlab')) {
    await writeFile(join(outputDir, 'gl-code-quality.json'), codeQualityReport(problems));
    await writeFile(join(outputDir, 'metrics.txt'), metricsReport(matrix));
  }
  if (kinds.includes('markdown')) {
    await writeFile(join(outputDir, 'failures.md'), failuresMarkdown(matrix, problems));
  }
  if (!kinds.includes('github')) return [];
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (summary !== undefined) await appendFile(summary, summaryMarkdown(matrix, problems));
  return githubAnnotations(problems);
}
