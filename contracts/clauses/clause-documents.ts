import { knownClauses } from './clause.js';
import type { ClauseSection, DocumentFile } from './clause.js';
import { defaultTemplateSections } from './default-templates.js';
import { directorySyncSections } from './directory-sync.js';
import { testManagementSections } from './test-management.js';

export const clauseDocuments: Readonly<Record<DocumentFile, readonly ClauseSection[]>> = {
  'default-template.md': defaultTemplateSections,
  'directory-sync.md': directorySyncSections,
  'test-management.md': testManagementSections,
};

/** What states a rule: a sentence of the text, or else a row of a table, or only an example. */
export const strengths = ['sentence', 'table row', 'example'] as const;

export type Strength = (typeof strengths)[number];

/**
 * The rules that the documents show by an example and state nowhere:
 *
 * - DT-41, TM-36 (Authentication): "The examples send HTTP Basic credentials", "The example request uses …"
 * - AD-18 (Resources and their fields): "Values seen in the shape include creation time whenCreated, formatted as …"
 */
const examples: ReadonlySet<string> = new Set(['DT-41', 'TM-36', 'AD-18']);

const stated: ReadonlySet<string> = new Set(
  Object.values(clauseDocuments)
    .flatMap(knownClauses)
    .filter(({ position }) => !position.startsWith('row '))
    .flatMap(({ outcome }) => outcome),
);

/** The strength of a documented rule. A custom rule is a sentence of its author. */
export function strengthOf(rule: string, isCustom = false): Strength {
  if (examples.has(rule)) return 'example';
  return isCustom || stated.has(rule) ? 'sentence' : 'table row';
}
