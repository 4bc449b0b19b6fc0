import type { ClausePair } from './compare-clauses.js';
import type { DocumentRevision } from './revision.js';

/**
 * The rows of a document for `contracts/clauses/`, as JSON: those with words that the catalogue knows keep their outcome, the
 * others have none yet.
 */
export function renderRows({ clauses, changes }: DocumentRevision): string {
  const { unchanged, moved } = changes;
  const outcomes = new Map([...unchanged, ...moved].map(({ known, found }: ClausePair) => [found, known.outcome]));
  const sections = [...new Set(clauses.map(({ section }) => section))].map((section) => {
    const rows = clauses
      .filter((clause) => clause.section === section)
      .map((clause) => JSON.stringify([clause.position, clause.hash, outcomes.get(clause) ?? []]));
    return `  { "section": ${JSON.stringify(section)}, "clauses": [\n    ${rows.join(',\n    ')}\n  ] }`;
  });
  return `[\n${sections.join(',\n')}\n]\n`;
}
