import { clauseDocuments } from '../../../contracts/clauses/clause-documents.js';
import { documentFiles, knownClauses } from '../../../contracts/clauses/clause.js';
import type { ClauseOutcome, KnownClause } from '../../../contracts/clauses/clause.js';
import { catalogueVersion } from '../../../contracts/rules/rules.js';
import { readDocuments } from './read-documents.js';
import type { Clause } from './read-documents.js';

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
