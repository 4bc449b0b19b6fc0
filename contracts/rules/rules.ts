import { defaultTemplatesAssumed, defaultTemplatesDocumented } from './default-templates.js';
import { directorySyncAssumed, directorySyncDocumented } from './directory-sync.js';
import type { Api, AssumedRule, DocumentedRule } from './rule.js';
import { testManagementAssumed, testManagementDocumented } from './test-management.js';

/** Every documented rule, by its id. */
export const documented = {
  ...defaultTemplatesDocumented,
  ...directorySyncDocumented,
  ...testManagementDocumented,
} as const;

/** Every open question, by its id. */
export const assumed = {
  ...defaultTemplatesAssumed,
  ...directorySyncAssumed,
  ...testManagementAssumed,
} as const;

/** The rule catalogue: every rule of the three documents by its id. */
export const rules = { ...documented, ...assumed } as const;

/** The id of a documented rule, for example `DT-13`. */
export type DocumentedRuleId = keyof typeof documented;

/** The id of an open question, for example `DT-N05`. */
export type AssumedRuleId = keyof typeof assumed;

/** The id of any rule. */
export type RuleId = DocumentedRuleId | AssumedRuleId;

/** The ids of the documented rules, in the order of the catalogue. */
export const documentedRuleIds = idsOf(documented);

/** The ids of the open questions, in the order of the catalogue. */
export const assumedRuleIds = idsOf(assumed);

/** All rule ids, in the order of the catalogue. */
export const ruleIds: readonly RuleId[] = [...documentedRuleIds, ...assumedRuleIds];

/** Looks a rule up by text that may or may not be an id. */
export function findRule(id: string): DocumentedRule | AssumedRule | undefined {
  return Object.hasOwn(rules, id) ? rules[id as RuleId] : undefined;
}

function idsOf<Id extends RuleId>(table: Readonly<Record<Id, unknown>>): readonly [Id, ...Id[]] {
  return Object.keys(table) as [Id, ...Id[]];
}

/** The APIs whose rules have specs: the gate asks for every documented rule of these. */
export const coveredApis: readonly Api[] = ['default-templates', 'directory-sync', 'test-management'];

/**
 * The version of the rule catalogue: the date of its last change, and a digest of its rules and of the clauses of the documents
 * they are from. Reports name it. A test of the harness says what it has to be.
 */
export const catalogueVersion = '2026-11-25.37b8400c' as string;
