import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ruleIds, rules, sourceOfRule } from '../../contracts/index.js';

const MAPPED = /^export type RuleIds = \{[^}]*\};$/m;

/**
 * Gives each rule id its text and source in the declarations of the package, as editors show them.
 *
 * @param dist the folder with the declarations
 * @throws Error if the declaration is not there
 */
export function documentRuleIds(dist: string): void {
  const file = join(dist, 'contracts/rules/rule-ids.d.ts');
  const declaration = readFileSync(file, 'utf8');
  if (!MAPPED.test(declaration)) throw new Error(`${file} does not declare RuleIds as a mapped type.`);
  const ids = ruleIds.map(
    (id) => `  /** ${rules[id].text} (${sourceOfRule(rules[id])}) */\n  readonly '${id}': '${id}';\n`,
  );
  writeFileSync(
    file,
    declaration.replace(MAPPED, () => `export interface RuleIds {\n${ids.join('')}}`),
  );
}
