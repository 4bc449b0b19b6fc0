import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer } from 'marked';
import { documentFiles } from '../../../contracts/clauses/clause.js';
import type { DocumentFile } from '../../../contracts/clauses/clause.js';

/** A sentence, table row or example of a document. */
export interface Clause {
  /** The headings above it, without the document's title: `Endpoints`, `Resources and their fields: Removal result`. */
  readonly section: string;
  /** Its position in its section: `paragraph 2.1` (its first sentence), `item 3.2`, `row 4`, `example 1`. */
  readonly position: string;
  /** Its words, without marks of Markdown. They are hashed. */
  readonly text: string;
  /** SHA-256 of its words, cut to 12 hexadecimal digits. */
  readonly hash: string;
}

type Kind = 'paragraph' | 'item' | 'row' | 'example';

interface Token {
  readonly type: string;
  readonly raw: string;
  readonly text?: string;
  readonly depth?: number;
  readonly tokens?: readonly Token[];
  readonly items?: readonly Token[];
  readonly rows?: readonly (readonly Token[])[];
}

/**
 * Splits a Markdown document into its clauses, in order. Headings and the header rows of tables are no clauses.
 * Emphasis, code marks, line breaks and the language of an example are no part of the words.
 */
function splitDocument(markdown: string): Clause[] {
  const clauses: Clause[] = [];
  let headings: readonly string[] = [];
  let counts: Record<Kind, number>;
  const startSection = () => (counts = { paragraph: 0, item: 0, row: 0, example: 0 });
  startSection();

  const add = (kind: Kind, texts: readonly string[]) => {
    const number = (counts[kind] += 1);
    const section = headings.slice(1).filter(Boolean).join(': ') || (headings[0] ?? '');
    for (const [index, words] of texts.entries()) {
      const hash = createHash('sha256').update(words).digest('hex').slice(0, 12);
      const position = kind === 'row' || kind === 'example' ? `${kind} ${number}` : `${kind} ${number}.${index + 1}`;
      clauses.push({ section, position, text: words, hash });
    }
  };
  const read = (token: Token): void => {
    const { type, raw, depth = 1, tokens = [], items = [], rows = [] } = token;
    if (type === 'heading') {
      headings = [...Array.from({ length: depth - 1 }, (_, level) => headings[level] ?? ''), wordsOf([token])];
      startSection();
    } else if (type === 'table') {
      for (const row of rows) add('row', [row.map((cell) => wordsOf([cell])).join(' | ')]);
    } else if (type === 'code') {
      add('example', [wordsOf([token])]);
    } else if (type === 'list') {
      for (const { tokens: parts = [] } of items) {
        add('item', splitSentences(wordsOf(parts.filter(isInline))));
        parts.filter((part) => !isInline(part)).forEach(read);
      }
    } else if (type === 'blockquote') {
      tokens.forEach(read);
    } else if (type === 'paragraph' || (type === 'html' && !raw.trimStart().startsWith('<!--'))) {
      add('paragraph', splitSentences(wordsOf([token])));
    }
  };
  lexer(markdown).forEach((token) => read(token as Token));
  return clauses;
}

function isInline({ type }: Token): boolean {
  return type === 'text' || type === 'paragraph';
}

function wordsOf(tokens: readonly Token[]): string {
  return tokens.map(plain).join(' ').replaceAll(/\s+/g, ' ').trim();
}

function plain({ type, raw, text, tokens }: Token): string {
  if (type === 'br') return ' ';
  if (tokens !== undefined) return tokens.map(plain).join('');
  return type === 'html' ? raw : (text ?? raw);
}

/** Words that end with a dot inside a sentence. */
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|cf|vs)\.$/i;

function splitSentences(text: string): string[] {
  const parts = text.split(/(?<=[.!?]["')\]”’]*) /);
  const sentences: string[] = [];
  for (const part of parts.filter(Boolean)) {
    const before = sentences.at(-1);
    if (before !== undefined && abbreviation.test(before)) sentences.splice(-1, 1, `${before} ${part}`);
    else sentences.push(part);
  }
  return sentences;
}

/** The clauses of each document in a folder. @throws Error for a document that is not there, or is no Markdown */
export function readDocuments(folder: string): Readonly<Record<DocumentFile, readonly Clause[]>> {
  const read = (file: DocumentFile) => [file, readDocument(join(folder, file))] as const;
  return Object.fromEntries(documentFiles.map(read)) as Record<DocumentFile, readonly Clause[]>;
}

function readDocument(path: string): readonly Clause[] {
  const clauses = splitDocument(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)));
  if (clauses.some(({ section }) => section !== '')) return clauses;
  throw new Error(`${path} is no Markdown document: it has no text below a heading such as "## Endpoints".`);
}
