import { clauseDocuments } from '../../contracts/clauses/clause-documents.js';
import { documentFiles, knownClauses } from '../../contracts/clauses/clause.js';
import type { ClauseOutcome, DocumentFile, KnownClause } from '../../contracts/clauses/clause.js';
import { findRule } from '../../contracts/rules/rules.js';
import { compareClauses } from './compare-clauses.js';
import type { ClauseChanges } from './compare-clauses.js';
import { readDocuments } from './read-documents.js';
import type { Clause } from './split-document.js';

/** A document and how it differs from the one that the catalogue was made from. */
export interface DocumentRevision {
  readonly document: DocumentFile;
  readonly clauses: readonly Clause[];
  readonly changes: ClauseChanges;
}

/** A rule or open question whose sentences are no longer what they were. */
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

/** Compares the three documents in a folder with the clauses of the catalogue. @throws UsageError if they can't be read */
export function readRevisions(folder: string): DocumentRevision[] {
  const found = readDocuments(folder);
  return documentFiles.map((document) => {
    const clauses = found[document];
    return { document, clauses, changes: compareClauses(knownClauses(clauseDocuments[document]), clauses) };
  });
}

/** Whether a document has other sentences than the catalogue knows, wherever they stand. */
export function differs({ changes: { changed, added, removed } }: DocumentRevision): boolean {
  return changed.length + added.length + removed.length > 0;
}

/** The rules and open questions of all clauses that have changed or are gone, each with these clauses. */
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
