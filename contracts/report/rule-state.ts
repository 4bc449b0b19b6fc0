import * as z from 'zod';

/**
 * What a run says of a documented rule.
 *
 * - `verified`: at least one of its tests ran and called an endpoint of the rule, and every one that ran passed
 * - `verified in part`: as `verified`, but some of its tests did not run, or could not see a part of it; the reasons say why
 * - `failing`: at least one of its tests failed
 * - `not available`: none of its tests ran, and each was skipped because the tracker can't provide what it needs
 * - `unverified`: anything else, such as no test at all or one that was just skipped
 */
export const documentedStates = ['verified', 'verified in part', 'failing', 'not available', 'unverified'] as const;

/** One of {@link documentedStates}. */
export type DocumentedState = (typeof documentedStates)[number];

/**
 * What a run says of an open question: as for documented rules, but `verified` is split.
 *
 * - `as assumed`: every observation equals what was assumed
 * - `differs`: the tests passed, and the tracker answers otherwise than assumed
 */
export const assumedStates = ['as assumed', 'differs', 'failing', 'not available', 'unverified'] as const;

/** What a run can say of a rule of either kind. */
export const ruleStates = ['verified', 'verified in part', ...assumedStates] as const;

/** One of {@link ruleStates}. */
export type RuleState = (typeof ruleStates)[number];

/** How many tests ended in which way. `passed` holds no flaky test. */
export const totalsSchema = z.strictObject({
  passed: z.int(),
  failed: z.int(),
  flaky: z.int(),
  skipped: z.int(),
  /** Those that never started, or that were ended before they had a result, because the run ended before. */
  notRun: z.int(),
  /** Those that failed as is known; absent if there are none. */
  known: z.int().optional(),
});

/** How many tests ended in which way. */
export type Totals = z.infer<typeof totalsSchema>;
