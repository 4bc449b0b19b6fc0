import type { DocumentFile, ClauseOutcome } from '../../contracts/clauses/clause.js';
import { catalogueVersion } from '../../contracts/rules/rules.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { writeOrPrint } from '../support/files.js';
import { differs, readRevisions, suspectRules } from './revision.js';
import type { DocumentRevision, SuspectRule } from './revision.js';
import type { Clause } from './read-documents.js';

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
  const documents = revisions.map(({ document, changes: { unchanged, moved, changed, added, removed } }) => ({
    document,
    unchanged: unchanged.length,
    moved: moved.map(({ known: { section, position }, found }) => ({ was: { section, position }, now: found })),
    changed: changed.map(({ known, found }) => ({ was: known, now: found })),
    new: added,
    removed,
  }));
  return `${JSON.stringify({ schemaVersion: 1, catalogueVersion, folder, documents, suspects }, null, 2)}\n`;
}

/** The rows of a document for `contracts/clauses/`, as JSON. Words of the catalogue keep their outcome. */
export function renderRows({ clauses, changes: { unchanged, moved } }: DocumentRevision): string {
  const outcomes = new Map([...unchanged, ...moved].map(({ known, found }) => [found, known.outcome]));
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
  const { unchanged, moved, changed, added, removed } = changes;
  const counts = [
    [changed.length, 'changed'],
    [added.length, 'new'],
    [removed.length, 'removed'],
    [moved.length, 'moved'],
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
