import type { RunProblem } from './run-problems.js';

/** Lines by which GitHub Actions marks the sources for each problem of a run; known failures are none. */
export function githubAnnotations(problems: readonly RunProblem[]): string[] {
  return problems.map(
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
