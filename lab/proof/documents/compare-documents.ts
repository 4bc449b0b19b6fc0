import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer } from 'marked';
import { clauseDocuments } from '../../../contracts/clauses/clause-documents.js';
import { documentFiles, knownClauses } from '../../../contracts/clauses/clause.js';
import type { ClauseOutcome, DocumentFile, KnownClause } from '../../../contracts/clauses/clause.js';
import { catalogueVersion } from '../../../contracts/rules/rules.js';

/** The rows of a document for `contracts/clauses/`, as JSON. Words of the catalogue keep their outcome. */
export function renderRows({ clauses, changes: { unchanged } }: DocumentRevision): string {
  const outcomes = new Map(unchanged.map(({ known, found }) => [found, known.outcome]));
  const sections: { readonly section: string; readonly rows: string[] }[] = [];
  for (const clause of clauses) {
    const row = JSON.stringify([clause.position, clause.hash, outcomes.get(clause) ?? []]);
    const last = sections.at(-1);
    if (last?.section === clause.section) last.rows.push(row);
    else sections.push({ section: clause.section, rows: [row] });
  }
  const texts = sections.map(
    ({ section, rows }) =>
      `  { "section": ${JSON.stringify(section)}, "clauses": [\n    ${rows.join(',\n    ')}\n  ] }`,
  );
  return `[\n${texts.join(',\n')}\n]\n`;
}

export function renderRevisions(folder: string, revisions: readonly DocumentRevision[]): string {
  const lines = [
    `Rule catalogue ${catalogueVersion}, compared with the documents in ${folder}`,
    ...revisions.flatMap(documentLines),
    '',
    revisions.some(differs)
      ? 'docs/adding-an-endpoint.md says what to do.'
      : 'The documents say what the catalogue says.',
  ];
  return `${lines.join('\n')}\n`;
}

function documentLines({ document, changes: { unchanged, added, removed } }: DocumentRevision): string[] {
  return [
    '',
    `${document}: ${added.length} new, ${removed.length} removed, ${unchanged.length} unchanged`,
    ...added.flatMap((found) => [`  new      ${placeOf(found)}`, `           now: ${found.text}`]),
    ...removed.flatMap((known) => [`  removed  ${placeOf(known)}`, `           was: ${outcomeOf(known.outcome)}`]),
  ];
}

function placeOf({ section, position }: Pick<Clause, 'section' | 'position'>): string {
  return `${section}, ${position}`;
}

function outcomeOf(outcome: ClauseOutcome): string {
  return typeof outcome === 'string' ? `nothing to test, as it ${outcome}` : outcome.join(', ');
}

/** Pairs up clauses with the same words, wherever they stand; of several with the same words first those of one section. */
function compareClauses(known: readonly KnownClause[], found: readonly Clause[]) {
  const left = new Map<string, KnownClause[]>();
  for (const one of known) left.set(one.hash, [...(left.get(one.hash) ?? []), one]);
  const unchanged: { readonly known: KnownClause; readonly found: Clause }[] = [];
  const added: Clause[] = [];
  for (const clause of found) {
    const alike = left.get(clause.hash) ?? [];
    const place = alike.findIndex(({ section }) => section === clause.section);
    const [partner] = alike.splice(Math.max(place, 0), 1);
    if (partner === undefined) added.push(clause);
    else unchanged.push({ known: partner, found: clause });
  }
  return { unchanged, added, removed: [...left.values()].flat() };
}

export type DocumentRevision = ReturnType<typeof readRevisions>[number];

export function readRevisions(folder: string) {
  const found = readDocuments(folder);
  return documentFiles.map((document) => {
    const clauses = found[document];
    return { document, clauses, changes: compareClauses(knownClauses(clauseDocuments[document]), clauses) };
  });
}

/** Whether the sentences of a document differ from those of the catalogue, apart from their places. */
export function differs({ changes: { added, removed } }: DocumentRevision): boolean {
  return added.length + removed.length > 0;
}

/** A sentence, table row or example of a document. */
interface Clause {
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
function readDocuments(folder: string): Readonly<Record<DocumentFile, readonly Clause[]>> {
  const read = (file: DocumentFile) => [file, readDocument(join(folder, file))] as const;
  return Object.fromEntries(documentFiles.map(read)) as Record<DocumentFile, readonly Clause[]>;
}

function readDocument(path: string): readonly Clause[] {
  const clauses = splitDocument(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)));
  if (clauses.some(({ section }) => section !== '')) return clauses;
  throw new Error(`${path} is no Markdown document: it has no text below a heading such as "## Endpoints".`);
}
