import { githubAnnotations } from '../../reports/source-places.js';
import type { Annotation } from '../../reports/source-places.js';

/** Prints a document for machines, or lines for people. */
export function print(json: boolean | undefined, document: object, lines: readonly string[]): void {
  process.stdout.write(`${json === true ? JSON.stringify(document, null, 2) : lines.join('\n')}\n`);
}

/** Marks reasons in GitHub Actions. They go to the standard error, which the runner reads too: the output may be JSON. */
export function annotate(reasons: readonly Annotation[]): void {
  if (process.env['GITHUB_ACTIONS'] !== 'true') return;
  for (const line of githubAnnotations(reasons)) process.stderr.write(`${line}\n`);
}
