/** What GitHub Actions marks: a title and a text at a place, which is relative to the repository. */
export interface Annotation {
  readonly title: string;
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

/** Lines by which GitHub Actions marks the source of each problem of a run. Known failures are not marked. */
export function githubAnnotations(problems: readonly Annotation[]): string[] {
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
