import * as z from 'zod';
import { assumptionTable, defaultAssumptions } from '../assumptions/assumptions.js';
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

/** The properties of a setting, each with its schema; undefined if the setting is a single value. */
export function settingParts(id: AssumedRuleId): Readonly<Record<string, z.ZodType>> | undefined {
  const { schema } = assumptionTable[id];
  return schema instanceof z.ZodObject ? schema.shape : undefined;
}
