import { customRuleSchema } from '../../contracts/report/annotations.js';
import type { CustomRules } from '../../contracts/rules/custom-rules.js';

/** What is wrong with custom rules, a sentence each: a configuration may come without types. */
export function customRulesProblems(rules: CustomRules = {}): string[] {
  const wrong = Object.entries(rules).filter(
    ([id, { kind, ...rule }]) =>
      (kind as unknown) !== 'documented' || !customRuleSchema.safeParse({ ...rule, id }).success,
  );
  return wrong.map(
    ([id]) => `The option rules of the matrix reporter takes what defineRules gives, and ${id} is not that.`,
  );
}
