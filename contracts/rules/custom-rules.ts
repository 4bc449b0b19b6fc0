import * as z from 'zod';
import { apiNames, documentedRules, scopes } from './rule.js';
import type { Api, DocumentedRule, Rule, RuleText } from './rule.js';
import { ruleIds } from './rules.js';
import type { DocumentFile } from '../clauses/clause.js';

/** A custom rule: it is demanded, tested and reported as a documented one. */
export type CustomRule = DocumentedRule<string>;

export type CustomRules = Readonly<Record<string, CustomRule>>;

/** The id of a custom rule, for example `WA-01`. */
export type CustomRuleId = `${string}-${number}`;

type NoneOfTheCatalogue = { readonly [Id in `${'DT' | 'AD' | 'TM'}-${string}`]?: never };

/** The part of a rule's id before the dash: `WA` of `WA-01`. */
export function rulePrefix(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf('-')));
}

const cataloguePrefixes: ReadonlySet<string> = new Set(ruleIds.map(rulePrefix));

/** Whether an id has a prefix of the catalogue, so that it can't be a custom rule. */
export function hasCataloguePrefix(id: string): boolean {
  return cataloguePrefixes.has(rulePrefix(id));
}

export function isCustomRuleId(id: string): id is CustomRuleId {
  return /^[A-Z]{2,}-\d+$/.test(id) && !hasCataloguePrefix(id);
}

export const customRuleIdSchema = z.custom<CustomRuleId>((id) => typeof id === 'string' && isCustomRuleId(id));

/**
 * Declares custom rules under a name that the reports show, as the catalogue shows its APIs. An id is two or more
 * capitals, a dash and digits.
 *
 * @example
 * const watcherRules = defineRules('Watchers', {
 *   'WA-01': ['own', 'Watchers, rule 1', 'Adding a watcher twice changes nothing.'],
 * });
 *
 * @throws RangeError that names every id which can't be used
 */
export function defineRules<const Ids extends CustomRuleId>(
  name: string,
  rows: Readonly<Record<Ids, RuleText>> & NoneOfTheCatalogue,
): Readonly<Record<Ids, CustomRule>> {
  const problems = [...problemsOfName(name), ...Object.entries<RuleText>(rows).flatMap(problemsOf)];
  if (problems.length > 0)
    throw new RangeError(`The rules of ${name || 'no name'} can't be used: ${problems.join(' ')}`);
  return documentedRules<Ids, string>(name, rows);
}

function problemsOfName(name: string): string[] {
  if (name.trim() === '') return ['Give them a name for the reports.'];
  const taken = Object.entries(apiNames).flat();
  return taken.some((one) => one.toLowerCase() === name.toLowerCase())
    ? ['The name is one of the catalogue’s: give them another.']
    : [];
}

function problemsOf([id, [scope]]: readonly [string, RuleText]): string[] {
  const unknown = scopes.includes(scope) ? [] : [`${id} scopes '${scope}', which is none of ${scopes.join(', ')}.`];
  return [...problemsOfId(id), ...unknown];
}

function problemsOfId(id: string): string[] {
  if (hasCataloguePrefix(id)) {
    return [
      `${id} starts as the ids of the catalogue do (${[...cataloguePrefixes].join(', ')}): choose other letters.`,
    ];
  }
  return isCustomRuleId(id) ? [] : [`${id} is no id: write two or more capitals, a dash and digits, such as WA-01.`];
}

const documents: Readonly<Record<Api, DocumentFile>> = {
  'default-templates': 'default-template.md',
  'directory-sync': 'directory-sync.md',
  'test-management': 'test-management.md',
};

export function sourceOfRule({ api, section }: Pick<Rule | CustomRule, 'api' | 'section'>): string {
  return `${(documents as Readonly<Record<string, string>>)[api] ?? api}, ${section}`;
}
