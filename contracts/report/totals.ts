import * as z from 'zod';

/** How many tests ended in which way. `passed` holds no flaky test; a test that never started is `skipped`. */
export const totalsSchema = z.strictObject({
  passed: z.int(),
  failed: z.int(),
  flaky: z.int(),
  skipped: z.int(),
});

/** How many tests ended in which way. */
export type Totals = z.infer<typeof totalsSchema>;
