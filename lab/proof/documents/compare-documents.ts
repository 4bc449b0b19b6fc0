import { clauseDocuments } from '../../../contracts/clauses/clause-documents.js';
import { documentFiles, knownClauses } from '../../../contracts/clauses/clause.js';
import type { ClauseOutcome, KnownClause } from '../../../contracts/clauses/clause.js';
import { catalogueVersion, findRule } from '../../../contracts/rules/rules.js';
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
    ...(revisions.some(differs)
      ? suspectLines(suspectRules(revisions))
      : ['The documents say what the catalogue says.']),
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
    'docs/adding-an-endpoint.md says what to do with each.',
  ];
}

/**
 * Pairs up clauses with the same words, wherever they stand, and then those with other words in place of some that are
 * gone, in order: of the same section and kind.
 */
function compareClauses(known: readonly KnownClause[], found: readonly Clause[]) {
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
  const pairs: { readonly known: KnownClause; readonly found: Clause }[] = [];
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

export type DocumentRevision = ReturnType<typeof readRevisions>[number];

type SuspectRule = ReturnType<typeof suspectRules>[number];

export function readRevisions(folder: string) {
  const found = readDocuments(folder);
  return documentFiles.map((document) => {
    const clauses = found[document];
    return { document, clauses, changes: compareClauses(knownClauses(clauseDocuments[document]), clauses) };
  });
}

/** Whether the sentences of a document differ from those of the catalogue, apart from their places. */
export function differs({ changes: { changed, added, removed } }: DocumentRevision): boolean {
  return changed.length + added.length + removed.length > 0;
}

function suspectRules(revisions: readonly DocumentRevision[]) {
  const reasons = revisions.flatMap(({ document, changes: { changed, removed } }) => [
    ...changed.map(({ known, found }) => ({ change: 'changed', document, known, place: found })),
    ...removed.map((known) => ({ change: 'removed', document, known, place: known })),
  ]);
  const ids = [...new Set(reasons.flatMap(({ known }) => rulesOf(known)))].sort((a, b) => a.localeCompare(b));
  return ids.map((id) => ({
    id,
    text: findRule(id)?.text ?? '',
    because: reasons
      .filter(({ known }) => rulesOf(known).includes(id))
      .map(({ change, document, place: { section, position } }) => ({ change, document, section, position })),
  }));
}

function rulesOf({ outcome }: KnownClause): readonly string[] {
  return typeof outcome === 'string' ? [] : outcome;
}
