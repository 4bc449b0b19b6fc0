/**
 * The version of the rule catalogue: the date of its last change, and a digest of its rules and of the clauses of the documents
 * they are from. Reports name it. A test of the harness says what it has to be.
 */
export const catalogueVersion = '2026-11-23.9fbd3676' as string;
