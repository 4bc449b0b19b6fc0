import { nearest } from '../../contracts/rules/nearest.js';
import { rules } from '../../contracts/rules/rules.js';
import type { CustomDefinitions } from '../custom-definitions.js';

/**
 * Finds the ids of the rules that some texts mean: an id, or one in which `*` stands for any characters.
 *
 * @returns them, and a sentence for each text that means none
 */
export function findRules(
  texts: readonly string[],
  own: Pick<CustomDefinitions, 'rules'>,
): { readonly found: ReadonlySet<string>; readonly problems: readonly string[] } {
  const known = [...Object.keys(rules), ...Object.keys(own.rules)];
  const found = texts.map((text) => ({ text, ids: known.filter((id) => matches(text, id)) }));
  const problems = found
    .filter(({ ids }) => ids.length === 0)
    .map(({ text }) => {
      const near = nearest(text, known);
      const remedy = near.length > 0 ? `did you mean ${near.join(' or ')}?` : '`tracker-e2e rules --all` lists them.';
      return `There is no rule ${text}: ${remedy}`;
    });
  return { found: new Set(found.flatMap(({ ids }) => ids)), problems };
}

function matches(text: string, id: string): boolean {
  const parts = text.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(id);
}
