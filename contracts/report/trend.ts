import * as z from 'zod';
import { ruleStates, totalsSchema } from './rule-state.js';

const changeSchema = z.strictObject({ rule: z.string(), from: z.enum(ruleStates), to: z.enum(ruleStates) });

/** A rule about which two runs say different things. */
export type RuleChange = z.infer<typeof changeSchema>;

const testNameSchema = z.strictObject({ id: z.string(), title: z.string(), file: z.string() });

/** What a run has changed against the one before it. */
export const comparisonSchema = z.strictObject({
  previous: z.strictObject({ startedAt: z.iso.datetime(), name: z.string(), totals: totalsSchema }),
  /** Whether only what both runs tested is compared, because one of them was of selected tests. */
  selected: z.boolean(),
  worse: z.array(changeSchema),
  better: z.array(changeSchema),
  /** The ids of rules that have a row now and had none. */
  rulesAdded: z.array(z.string()),
  /** The ids of rules that had a row and have none now. */
  rulesRemoved: z.array(z.string()),
  testsAdded: z.array(testNameSchema),
  testsRemoved: z.array(testNameSchema),
});

/** What a run has changed against the one before it. */
export type Comparison = z.infer<typeof comparisonSchema>;

/** What a run has changed against the one before it, or a sentence why that is not known. */
export const trendSchema = z.union([comparisonSchema, z.strictObject({ missing: z.string() })]);

/** What a run has changed against the one before it, or why that is not known. */
export type Trend = z.infer<typeof trendSchema>;
