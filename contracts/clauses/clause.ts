export const documentFiles = ['default-template.md', 'directory-sync.md', 'test-management.md'] as const;

export type DocumentFile = (typeof documentFiles)[number];

/**
 * The outcome of a clause: the rules that it states and the questions that it leaves open, or the reason why there is
 * nothing to test.
 */
export type ClauseOutcome = readonly string[] | string;

/**
 * A sentence, table row or example of a document: its position in its section, the hash of its words, and its outcome.
 * `npm run -w lab documents` computes positions and hashes.
 */
export type ClauseRow = readonly [position: string, hash: string, outcome: ClauseOutcome];

export interface ClauseSection {
  readonly section: string;
  readonly clauses: readonly ClauseRow[];
}

export interface KnownClause {
  readonly section: string;
  readonly position: string;
  readonly hash: string;
  readonly outcome: ClauseOutcome;
}

export function knownClauses(sections: readonly ClauseSection[]): KnownClause[] {
  return sections.flatMap(({ section, clauses }) =>
    clauses.map(([position, hash, outcome]) => ({ section, position, hash, outcome })),
  );
}
