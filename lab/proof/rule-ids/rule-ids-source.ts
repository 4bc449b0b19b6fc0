import { ruleIds, rules, sourceOfRule } from '../../../contracts/index.js';

/** The source of `contracts/rules/rule-ids.ts`: every rule id, with its text and source as editors show them. */
export function ruleIdsSource(): string {
  const rows = ruleIds.map(
    (id) => `  /** ${rules[id].text} (${sourceOfRule(rules[id])}) */\n  readonly '${id}': '${id}';\n`,
  );
  return `/** Every rule id of the catalogue. \`npm run -w lab rule-ids\` writes this file. */\nexport interface RuleIds {\n${rows.join('')}}\n`;
}
