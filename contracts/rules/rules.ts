import { defaultTemplatesAssumed, defaultTemplatesDocumented } from './default-templates.js';
import { directorySyncAssumed, directorySyncDocumented } from './directory-sync.js';
import type { AssumedRule, DocumentedRule } from './rule.js';
import { testManagementAssumed, testManagementDocumented } from './test-management.js';

export const documented = {
  ...defaultTemplatesDocumented,
  ...directorySyncDocumented,
  ...testManagementDocumented,
} as const;

export const assumed = {
  ...defaultTemplatesAssumed,
  ...directorySyncAssumed,
  ...testManagementAssumed,
} as const;

export const rules = { ...documented, ...assumed } as const;

/** The id of a documented rule, for example `DT-13`. */
export type DocumentedRuleId = keyof typeof documented;

/** The id of an open question, for example `DT-N05`. */
export type AssumedRuleId = keyof typeof assumed;

/** The id of any rule. */
export type RuleId = DocumentedRuleId | AssumedRuleId;

export const documentedRuleIds = idsOf(documented);

export const assumedRuleIds = idsOf(assumed);

export const ruleIds: readonly RuleId[] = [...documentedRuleIds, ...assumedRuleIds];

/** Every rule id. In the package the build gives each one its text and source (`lab/tools/document-declarations.ts`). */
export type RuleIds = { readonly [Id in RuleId]: Id };

/** Every rule id by itself. Editors show the text of a rule while you choose its id: `covers(rule['DT-01'])`. */
export const rule = Object.fromEntries(ruleIds.map((id) => [id, id])) as RuleIds;

export function findRule(id: string): DocumentedRule | AssumedRule | undefined {
  return Object.hasOwn(rules, id) ? rules[id as RuleId] : undefined;
}

function idsOf<Id extends RuleId>(table: Readonly<Record<Id, unknown>>): readonly [Id, ...Id[]] {
  return Object.keys(table) as [Id, ...Id[]];
}

/**
 * The version of the rule catalogue: the date of its last change, and a digest of its rules and of the clauses of the documents
 * they are from. Reports name it. A test of the harness says what it has to be.
 */
export const catalogueVersion = '2026-11-29.be829f8a' as string;
