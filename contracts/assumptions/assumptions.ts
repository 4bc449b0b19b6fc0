import * as z from 'zod';
import { assumedRuleIds } from '../rules/rules.js';
import type { AssumedRuleId } from '../rules/rules.js';
import type { Assumption } from './assumption.js';
import { defaultTemplatesAssumptions } from './default-templates.js';
import { directorySyncAssumptions } from './directory-sync.js';
import { testManagementAssumptions } from './test-management.js';

export const assumptionTable = {
  ...defaultTemplatesAssumptions,
  ...directorySyncAssumptions,
  ...testManagementAssumptions,
} as const satisfies Record<AssumedRuleId, Assumption>;

type AssumptionTable = typeof assumptionTable;

/** One value for every open question: what the specs expect, and how the fake behaves if it has a switch. */
export type Assumptions = { readonly [Id in keyof AssumptionTable]: z.infer<AssumptionTable[Id]['schema']> };

/** Values for some of the open questions; the rest keep their defaults. */
export type AssumptionOverrides = { readonly [Id in keyof Assumptions]?: Assumptions[Id] | undefined };

export const assumptionOverridesSchema: z.ZodType<AssumptionOverrides> = z.strictObject(
  byRule((id) => assumptionTable[id].schema.optional()) as {
    [Id in AssumedRuleId]: z.ZodOptional<AssumptionTable[Id]['schema']>;
  },
);

export const defaultAssumptions = byRule((id) => assumptionTable[id].default) as Assumptions;

/** The answers that the fake can give. It gives its defaults to all other questions. */
export function followedByFake(overrides: AssumptionOverrides): AssumptionOverrides {
  const followed = Object.entries(overrides).filter(([id]) => assumptionTable[id as AssumedRuleId].hasSwitch);
  return Object.fromEntries(followed);
}

function byRule(valueOf: (id: AssumedRuleId) => unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(assumedRuleIds.map((id) => [id, valueOf(id)]));
}

/** The defaults with some values replaced; each value replaces its default as a whole. */
export function withAssumptions(overrides: AssumptionOverrides, base: Assumptions = defaultAssumptions): Assumptions {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(given) };
}
