/** What GitHub Actions marks: a title and a text, at a place if there is one. */
export interface Annotation {
  readonly title: string;
  readonly text: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

/** Lines by which GitHub Actions marks the sources for each problem of a run; known failures are none. */
export function githubAnnotations(problems: readonly Annotation[]): string[] {
  return problems.map(({ file, line, title, text }) => {
    const place = file === undefined ? '' : `file=${property(file)},line=${String(line ?? 1)},`;
    return `::error ${place}title=${property(title)}::${data(text)}`;
  });
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
