/** Writes the rule ids with their texts for editors; `npm run rule-ids`. */
import { writeFileSync } from 'node:fs';
import { ruleIds, rules, sourceOfRule } from '../../contracts/index.js';

if (process.argv[1] === import.meta.filename) writeFileSync('contracts/rules/rule-ids.ts', ruleIdsSource());

/** The source of `contracts/rules/rule-ids.ts`: every rule id, with its text and source as editors show them. */
export function ruleIdsSource(): string {
  const rows = ruleIds.map(
    (id) => `  /** ${rules[id].text} (${sourceOfRule(rules[id])}) */\n  readonly '${id}': '${id}';\n`,
  );
  return `/** Every rule id of the catalogue. \`npm run -w lab rule-ids\` writes this file. */\nexport interface RuleIds {\n${rows.join('')}}\n`;
}
