import type { DocumentFile, ClauseOutcome, KnownClause } from '../../contracts/clauses/clause.js';
import { catalogueVersion, findRule } from '../../contracts/rules/rules.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { writeOrPrint } from '../support/files.js';
import type { Clause } from './read-documents.js';
import { documentFiles, knownClauses } from '../../contracts/clauses/clause.js';
import { readDocuments } from './read-documents.js';
import { clauseDocuments } from '../../contracts/clauses/clause-documents.js';

export interface DocumentsOptions {
  readonly json?: boolean;
  /** The document whose rows are wanted instead. */
  readonly rows?: DocumentFile;
  readonly output?: string;
}

export function compareDocuments(folder: string, { json, rows, output }: DocumentsOptions): void {
  const revisions = readRevisions(folder);
  const asked = revisions.find(({ document }) => document === rows);
  if (asked !== undefined) {
    writeOrPrint(renderRows(asked), output);
    return;
  }
  const suspects = suspectRules(revisions);
  writeOrPrint(
    json === true ? toJson(folder, revisions, suspects) : renderRevisions(folder, revisions, suspects),
    output,
  );
  process.exitCode = revisions.some(differs) ? exitCodes.documentsDiffer : exitCodes.passed;
}

function toJson(folder: string, revisions: readonly DocumentRevision[], suspects: readonly SuspectRule[]): string {
  const documents = revisions.map(({ document, changes: { unchanged, changed, added, removed } }) => ({
    document,
    unchanged: unchanged.length,
    changed: changed.map(({ known, found }) => ({ was: known, now: found })),
    new: added,
    removed,
  }));
  return `${JSON.stringify({ schemaVersion: 1, catalogueVersion, folder, documents, suspects }, null, 2)}\n`;
}

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

function renderRevisions(
  folder: string,
  revisions: readonly DocumentRevision[],
  suspects: readonly SuspectRule[],
): string {
  const lines = [
    `Rule catalogue ${catalogueVersion}, compared with the documents in ${folder}`,
    ...revisions.flatMap(documentLines),
    '',
    ...(revisions.some(differs) ? suspectLines(suspects) : ['The documents say what the catalogue says.']),
  ];
  return `${lines.join('\n')}\n`;
}

function documentLines({ document, changes }: DocumentRevision): string[] {
  const { unchanged, changed, added, removed } = changes;
  const counts = [
    [changed.length, 'changed'],
    [added.length, 'new'],
    [removed.length, 'removed'],
    [unchanged.length, 'unchanged'],
  ] as const;
  return [
    '',
    `${document}: ${counts
      .filter(([count]) => count > 0)
      .map(([count, what]) => `${count} ${what}`)
      .join(', ')}`,
    ...changed.flatMap(({ known, found }) => [
      `  changed  ${placeOf(found)}`,
      `           now: ${found.text}`,
      `           was: ${outcomeOf(known.outcome)}`,
    ]),
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

function suspectLines(suspects: readonly SuspectRule[]): string[] {
  return [
    suspects.length === 0
      ? 'No rule is suspect.'
      : `Suspect, because their sentences changed or are gone: ${suspects.length}`,
    ...suspects.flatMap(({ id, text, because }) => [
      `  ${id.padEnd(7)} ${text}`,
      ...because.map((one) => `          ${one.change}: ${one.document}, ${placeOf(one)}`),
    ]),
    '',
    'docs/documents.md says what to do with each.',
  ];
}

interface ClausePair {
  readonly known: KnownClause;
  readonly found: Clause;
}

interface ClauseChanges {
  /** Clauses with the same words, wherever they stand. */
  readonly unchanged: readonly ClausePair[];
  /** Clauses with other words in place of some that are gone, in order: of the same section and kind. */
  readonly changed: readonly ClausePair[];
  readonly added: readonly Clause[];
  readonly removed: readonly KnownClause[];
}

export function compareClauses(known: readonly KnownClause[], found: readonly Clause[]): ClauseChanges {
  const same = pairUp(known, found, ({ hash }) => hash);
  const changed = pairUp(same.removed, same.added, ({ section, position }) => `${section}, ${position.split(' ')[0]}`);
  return { unchanged: same.pairs, changed: changed.pairs, added: changed.added, removed: changed.removed };
}

/** Pairs up what has the same key, in order; of several with that key first what is in the same section. */
function pairUp(
  known: readonly KnownClause[],
  found: readonly Clause[],
  keyOf: (clause: Pick<Clause, 'section' | 'position' | 'hash'>) => string,
) {
  const left = new Map<string, KnownClause[]>();
  for (const one of known) left.set(keyOf(one), [...(left.get(keyOf(one)) ?? []), one]);
  const pairs: ClausePair[] = [];
  const added: Clause[] = [];
  for (const clause of found) {
    const alike = left.get(keyOf(clause)) ?? [];
    const place = alike.findIndex(({ section }) => section === clause.section);
    const [partner] = alike.splice(Math.max(place, 0), 1);
    if (partner === undefined) added.push(clause);
    else pairs.push({ known: partner, found: clause });
  }
  const unpaired = new Set([...left.values()].flat());
  return { pairs, added, removed: known.filter((one) => unpaired.has(one)) };
}

export interface DocumentRevision {
  readonly document: DocumentFile;
  readonly clauses: readonly Clause[];
  readonly changes: ClauseChanges;
}

export interface SuspectRule {
  readonly id: string;
  readonly text: string;
  readonly because: readonly {
    readonly change: 'changed' | 'removed';
    readonly document: string;
    readonly section: string;
    readonly position: string;
  }[];
}

function readRevisions(folder: string): DocumentRevision[] {
  const found = readDocuments(folder);
  return documentFiles.map((document) => {
    const clauses = found[document];
    return { document, clauses, changes: compareClauses(knownClauses(clauseDocuments[document]), clauses) };
  });
}

/** Whether the sentences of a document differ from those of the catalogue, apart from their places. */
function differs({ changes: { changed, added, removed } }: DocumentRevision): boolean {
  return changed.length + added.length + removed.length > 0;
}

export function suspectRules(revisions: readonly DocumentRevision[]): SuspectRule[] {
  const because = new Map<string, SuspectRule['because']>();
  for (const { document, changes } of revisions) {
    const add = (
      change: 'changed' | 'removed',
      { outcome }: KnownClause,
      { section, position }: KnownClause | Clause,
    ) => {
      for (const id of rulesOf(outcome)) {
        because.set(id, [...(because.get(id) ?? []), { change, document, section, position }]);
      }
    };
    for (const { known, found } of changes.changed) add('changed', known, found);
    for (const known of changes.removed) add('removed', known, known);
  }
  return [...because]
    .map(([id, reasons]) => ({ id, text: findRule(id)?.text ?? '', because: reasons }))
    .sort((a, b) => a.id.localeCompare(b.id));
}

function rulesOf(outcome: ClauseOutcome): readonly string[] {
  return typeof outcome === 'string' ? [] : outcome;
}
