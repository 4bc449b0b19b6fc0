import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, walkTokens } from 'marked';
import type { Token } from 'marked';
import { projectText, root } from '../fixtures/run-specs.js';

export interface Snippet {
  /** The page, from the folder of the project. */
  readonly page: string;
  /** The line of the page on which the first line of the snippet stands. */
  readonly line: number;
  /** The language after the fence; empty for plain text. */
  readonly language: string;
  readonly text: string;
}

export function readPages(): ReadonlyMap<string, string> {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    ...docs.filter((path) => path.endsWith('.md')).map((path) => `docs/${path}`),
  ];
  return new Map(pages.sort().map((page) => [page, projectText(page)]));
}

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  void walkTokens(lexer(text), (token) => void tokens.push(token));
  return tokens;
}

function snippetsOf(page: string, text: string): Snippet[] {
  const fences = [...text.matchAll(/^( *)```(.*)\n([\s\S]*?)^ *```$/gm)];
  return fences.map(({ index, 1: indent = '', 2: language = '', 3: code = '' }) => ({
    page,
    line: text.slice(0, index).split('\n').length + 1,
    language,
    text: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

export function readSnippets(): Snippet[] {
  return [...readPages()].flatMap(([page, text]) => snippetsOf(page, text));
}

export interface SnippetFile {
  readonly snippet: Snippet;
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
