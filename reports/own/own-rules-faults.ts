import { ownRuleSchema } from '../../contracts/report/annotations.js';
import type { OwnRules } from '../../contracts/rules/own-rules.js';

/** What is wrong with rules of one's own, a sentence each: a configuration may come without types. */
export function ownRulesFaults(rules: OwnRules = {}): string[] {
  const wrong = Object.entries(rules).filter(
    ([id, { kind, ...rule }]) =>
      (kind as unknown) !== 'documented' || !ownRuleSchema.safeParse({ ...rule, id }).success,
  );
  return wrong.map(
    ([id]) => `The option rules of the matrix reporter takes what defineRules gives, and ${id} is not that.`,
  );
}
