import * as z from 'zod';
import { assumedRuleIds } from '../rules/rules.js';

const assumedRuleSchema = z.enum(assumedRuleIds);

const expectationSources = ['profile', 'assumption'] as const;

export type ExpectationSource = (typeof expectationSources)[number];

/** If a setting has properties, both answers hold only those that the test saw. */
export const observationSchema = z.object({
  rule: assumedRuleSchema,
  expected: z.json(),
  observed: z.json(),
  /** The source of the expectation; absent for an assumption. */
  according: z.enum(expectationSources).optional(),
});

/** Any of several values, none of them the expected one; empty if no value explains the answer. */
const oneOfSchema = z.strictObject({ oneOf: z.array(z.json()) });

export function candidatesIn(seen: unknown): readonly unknown[] {
  const several = oneOfSchema.safeParse(seen);
  return several.success ? several.data.oneOf : [seen];
}

/** Why a test could not tell how the tracker answers an open question, and the answers that remain possible. */
export const unclearSchema = z.object({
  rule: assumedRuleSchema,
  reason: z.string(),
  /** The property of the setting that the test could not tell; absent for the whole setting. */
  part: z.string().optional(),
  /** The possible values of that property; absent if any value is possible. */
  oneOf: z.array(z.json()).optional(),
});

export type Unclear = z.infer<typeof unclearSchema>;

export type Observation = z.infer<typeof observationSchema>;
