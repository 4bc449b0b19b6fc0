import { oneOfSchema } from '../../contracts/report/annotations.js';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { settingParts } from '../../contracts/profile.js';
import type { AssumedRuleId } from '../../contracts/rules/rules.js';

/** What a test says of a setting, or of one of its properties. */
export interface Claim {
  /** The property of the setting; undefined if the setting has no properties. */
  readonly part: string | undefined;
  /** The values that fit what the test saw: one, or several that it could not distinguish. */
  readonly candidates: readonly unknown[];
  /** The title of the test. */
  readonly test: string;
}

/** What tests say of a setting; one that failed after it had seen something has seen it all the same. */
export function claimsAbout(id: AssumedRuleId, tests: readonly FinishedTest[]): Claim[] {
  return tests.flatMap((test) => [...observed(id, test), ...narrowed(id, test)]);
}

function observed(id: AssumedRuleId, { observations, title: test }: FinishedTest): Claim[] {
  const hasParts = settingParts(id) !== undefined;
  return observations
    .filter(({ rule }) => rule === id)
    .flatMap(({ observed: value }): Claim[] => {
      if (!hasParts) return [{ part: undefined, candidates: [value], test }];
      return Object.entries(value as object).flatMap(([part, seen]) => {
        const candidates = candidatesIn(seen);
        return candidates.length === 0 ? [] : [{ part, candidates, test }];
      });
    });
}

/** What a property can be by what was seen of it. */
function candidatesIn(seen: unknown): readonly unknown[] {
  const several = oneOfSchema.safeParse(seen);
  return several.success ? several.data.oneOf : [seen];
}

function narrowed(id: AssumedRuleId, { unclear = [], title }: FinishedTest): Claim[] {
  return unclear.flatMap(({ rule, part, oneOf = [] }) =>
    rule === id && oneOf.length > 0 ? [{ part, candidates: oneOf, test: title }] : [],
  );
}
