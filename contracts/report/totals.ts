import * as z from 'zod';

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
