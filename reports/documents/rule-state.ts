import * as z from 'zod';

/**
 * The states of a documented rule after a run.
 *
 * - `verified`: at least one of its tests called an endpoint of the rule and then checked something with `expect`, and
 *   every one that ran passed
 * - `verified in part`: as `verified`, but some of its tests did not run, or could not see a part of it; the reasons
 *   say why
 * - `failing`: a test shows that the tracker breaks it
 * - `deviates`: the same, and the documents show it by an example only
 * - `not available`: none of its tests ran, as the tracker or its sandbox has not what they need. A rule of which other
 *   tests ran is verified in part then, unless the tracker has nothing of the kind that the tests left out are about
 * - `unverified`: anything else, such as no test at all, or a test that failed without showing that the rule is broken
 */
export const documentedStates = [
  'verified',
  'verified in part',
  'failing',
  'deviates',
  'not available',
  'unverified',
] as const;

export type DocumentedState = (typeof documentedStates)[number];

/**
 * The states of an open question after a run: as for documented rules, but `verified` is split.
 *
 * - `as assumed`: every observation equals what was assumed
 * - `differs`: the tests passed, and the tracker answers otherwise than assumed
 */
export const assumedStates = ['as assumed', 'differs', 'failing', 'not available', 'unverified'] as const;

export const ruleStates = [...documentedStates, 'as assumed', 'differs'] as const;

export type RuleState = (typeof ruleStates)[number];

/** How many tests ended in which way. `passed` holds no flaky test. */
export const totalsSchema = z.strictObject({
  passed: z.int(),
  failed: z.int(),
  flaky: z.int(),
  skipped: z.int(),
  /** Tests that never started, or were stopped without a result, because the run ended. */
  notRun: z.int(),
  known: z.int().optional(),
  deviates: z.int().optional(),
});

export type Totals = z.infer<typeof totalsSchema>;

const changeSchema = z.strictObject({ rule: z.string(), from: z.enum(ruleStates), to: z.enum(ruleStates) });

export type RuleChange = z.infer<typeof changeSchema>;

const testNameSchema = z.strictObject({ id: z.string(), title: z.string(), file: z.string() });

export const comparisonSchema = z.strictObject({
  previous: z.strictObject({ startedAt: z.iso.datetime(), name: z.string(), totals: totalsSchema }),
  /** Whether only rules and tests of both runs are compared, because one run was of selected tests. */
  selected: z.boolean(),
  worse: z.array(changeSchema),
  better: z.array(changeSchema),
  rulesAdded: z.array(z.string()),
  rulesRemoved: z.array(z.string()),
  testsAdded: z.array(testNameSchema),
  testsRemoved: z.array(testNameSchema),
});

export type Comparison = z.infer<typeof comparisonSchema>;

/** The differences between a run and the previous run, or a sentence why they are not known. */
export const trendSchema = z.union([comparisonSchema, z.strictObject({ missing: z.string() })]);

export type Trend = z.infer<typeof trendSchema>;
