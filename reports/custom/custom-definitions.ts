import type { CustomEndpointReport } from '../../contracts/report/annotations.js';
import type { CustomRules } from '../../contracts/rules/custom-rules.js';
import { customRuleSchema } from '../../contracts/report/annotations.js';

/** A custom endpoint, and the tests about it by their ids. */
export interface CustomEndpointTests extends CustomEndpointReport {
  readonly tests: ReadonlySet<string>;
}

/** The rules and endpoints that the authors of the tests have defined themselves. */
export interface CustomDefinitions {
  /** Those of one group stand together. */
  readonly rules: CustomRules;
  readonly endpoints: readonly CustomEndpointTests[];
  /** What is wrong with it, a sentence each. */
  readonly problems: readonly string[];
}

/** A run whose tests know no more than the catalogue and the table. */
export const nothingOwn: CustomDefinitions = { rules: {}, endpoints: [], problems: [] };

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
