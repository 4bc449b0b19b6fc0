import type { DocumentRevision } from './revision.js';

/**
 * The rows of a document for `contracts/clauses/`, as JSON: those with words that the catalogue knows keep their outcome, the
 * others have none yet.
 */
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
