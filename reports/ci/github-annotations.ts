import type { RunProblem } from './run-problems.js';

/**
 * Lines by which GitHub Actions marks the sources for each problem of a run. Those of tests are left out: Playwright writes
 * them.
 */
export function githubAnnotations(problems: readonly RunProblem[]): string[] {
  return problems
    .filter(({ kind }) => kind !== 'test')
    .map(
      ({ file, line, title, text }) =>
        `::error file=${property(file)},line=${String(line)},title=${property(title)}::${data(text)}`,
    );
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
