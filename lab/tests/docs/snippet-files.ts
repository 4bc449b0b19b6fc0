import type { Snippet } from './read-snippets.js';

/** A snippet of TypeScript as a file. */
export interface SnippetFile {
  readonly snippet: Snippet;
  /** The path of the file, in a folder for each page. */
  readonly path: string;
  /** The snippet on the lines that it has in its page, so that who names a line of the file names one of the page. */
  readonly text: string;
}

/** A file of this project that a snippet begins by naming, folders included: the snippet says what stands there. */
export function quotedFile({ text }: Snippet): string | undefined {
  return /^\/\/ ((?:[\w.-]+\/)+[\w.-]+\.ts)\n/.exec(text)?.[1];
}

/**
 * The snippets of TypeScript as files, save for quotations. One that begins with a comment that names a file has that name, and the others of its
 * page can import it.
 */
export function snippetFiles(snippets: readonly Snippet[]): SnippetFile[] {
  return snippets
    .filter((snippet) => snippet.language === 'ts' && quotedFile(snippet) === undefined)
    .map((snippet) => ({
      snippet,
      path: `${folderOf(snippet)}/${nameOf(snippet)}`,
      text: '\n'.repeat(snippet.line - 1) + snippet.text,
    }));
}

/** Whether a snippet declares tests, which only a runner of tests can run. */
export function hasTests({ text }: Snippet): boolean {
  return /^ *test\(/m.test(text);
}

function nameOf(snippet: Snippet): string {
  const [, given] = /^\/\/ ([\w-]+\.ts)\n/.exec(snippet.text) ?? [];
  return given ?? `line-${snippet.line}${hasTests(snippet) ? '.spec' : ''}.ts`;
}

function folderOf({ page }: Snippet): string {
  return page.replace(/\.md$/, '').replaceAll('/', '-').toLowerCase();
}
