import { defaultAssumptions } from '../assumptions/assumptions.js';
import type { AssumptionOverrides, Assumptions } from '../assumptions/assumptions.js';
import type { AssumedRuleId } from '../rules/rules.js';
import type { Profile } from './profile.js';

/**
 * The settings that a profile gives. A partly observed setting has the value without the profile for its other
 * properties.
 */
export function assumptionsOfProfile(
  { assumptions, partlyObserved }: Pick<Profile, 'assumptions' | 'partlyObserved'>,
  base: Assumptions = defaultAssumptions,
): AssumptionOverrides {
  const completed = Object.entries(partlyObserved).map(([id, partly]) => [
    id,
    { ...(base[id as AssumedRuleId] as object), ...partly.observed },
  ]);
  return { ...assumptions, ...(Object.fromEntries(completed) as AssumptionOverrides) };
}
