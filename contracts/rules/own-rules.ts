import { apiNames, documentedRules, reaches } from './rule.js';
import type { DocumentedRule, RuleText } from './rule.js';
import { ruleIds } from './rules.js';

/** A rule of one's own: it is demanded, tested and reported as a documented one. */
export type OwnRule = DocumentedRule<string>;

/** Rules of one's own by their ids. */
export type OwnRules = Readonly<Record<string, OwnRule>>;

/** The id of a rule of one's own, for example `WA-01`. */
export type OwnRuleId = `${string}-${number}`;

/** No id that starts as those of the catalogue do. */
type NoneOfTheCatalogue = { readonly [Id in `${'DT' | 'AD' | 'TM'}-${string}`]?: never };

/** The part of a rule's id before the dash: `WA` of `WA-01`. */
export function rulePrefix(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf('-')));
}

const cataloguePrefixes: ReadonlySet<string> = new Set(ruleIds.map(rulePrefix));

/** Whether an id starts as those of the catalogue do, so that it can be no rule of one's own. */
export function hasCataloguePrefix(id: string): boolean {
  return cataloguePrefixes.has(rulePrefix(id));
}

/** Whether a text can be the id of a rule of one's own. */
export function isOwnRuleId(id: string): id is OwnRuleId {
  return /^[A-Z]{2,}-\d+$/.test(id) && !hasCataloguePrefix(id);
}

/**
 * Declares rules of one's own under a name that the reports show, as the catalogue shows its APIs. An id is two or more
 * capitals, a dash and digits.
 *
 * @example
 * const watcherRules = defineRules('Watchers', {
 *   'WA-01': ['own', 'Watchers, rule 1', 'Adding a watcher twice changes nothing.'],
 * });
 *
 * @throws RangeError that names every id which can't be used
 */
export function defineRules<const Ids extends OwnRuleId>(
  name: string,
  rows: Readonly<Record<Ids, RuleText>> & NoneOfTheCatalogue,
): Readonly<Record<Ids, OwnRule>> {
  const faults = [...faultsOfName(name), ...Object.entries<RuleText>(rows).flatMap(faultsOf)];
  if (faults.length > 0) throw new RangeError(`The rules of ${name || 'no name'} can't be used: ${faults.join(' ')}`);
  return documentedRules<Ids, string>(name, rows);
}

function faultsOfName(name: string): string[] {
  if (name.trim() === '') return ['Give them a name for the reports.'];
  const taken = Object.entries(apiNames).flat();
  return taken.some((one) => one.toLowerCase() === name.toLowerCase())
    ? ['The name is one of the catalogue’s: give them another.']
    : [];
}

function faultsOf([id, [reach]]: readonly [string, RuleText]): string[] {
  const unknown = reaches.includes(reach) ? [] : [`${id} reaches '${reach}', which is none of ${reaches.join(', ')}.`];
  return [...faultsOfId(id), ...unknown];
}

function faultsOfId(id: string): string[] {
  if (hasCataloguePrefix(id)) {
    return [
      `${id} starts as the ids of the catalogue do (${[...cataloguePrefixes].join(', ')}): choose other letters.`,
    ];
  }
  return isOwnRuleId(id) ? [] : [`${id} is no id: write two or more capitals, a dash and digits, such as WA-01.`];
}
