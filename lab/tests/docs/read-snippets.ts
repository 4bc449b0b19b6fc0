import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block of a page. */
export interface Snippet {
  /** The page, from the folder of the project. */
  readonly page: string;
  /** The line of the page on which the first line of the snippet stands. */
  readonly line: number;
  /** The language after the fence; empty for plain text. */
  readonly language: string;
  readonly text: string;
}

const root = join(import.meta.dirname, '../../..');

/** The pages for readers, each with its text. */
export function readPages(): ReadonlyMap<string, string> {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    ...docs.filter((path) => path.endsWith('.md')).map((path) => `docs/${path}`),
  ];
  return new Map(pages.sort().map((page) => [page, readFileSync(join(root, page), 'utf8')]));
}

/** Every snippet of a page, in the order of the page. */
function snippetsOf(page: string, text: string): Snippet[] {
  const fences = [...text.matchAll(/^( *)```(.*)\n([\s\S]*?)^ *```$/gm)];
  return fences.map(({ index, 1: indent = '', 2: language = '', 3: code = '' }) => ({
    page,
    line: text.slice(0, index).split('\n').length + 1,
    language,
    text: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

/** Every snippet of every page. */
export function readSnippets(): Snippet[] {
  return [...readPages()].flatMap(([page, text]) => snippetsOf(page, text));
}
