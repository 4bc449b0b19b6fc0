import type { ClauseOutcome } from '../../contracts/clauses/clause.js';
import { catalogueVersion } from '../../contracts/rules/rules.js';
import { differs } from './revision.js';
import type { DocumentRevision, SuspectRule } from './revision.js';
import type { Clause } from './split-document.js';

/** How documents differ from the catalogue, for people. */
export function renderRevisions(
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
