import * as z from 'zod';
import { finishedTestSchema } from '../../contracts/report/finished-test.js';

/** What a run that observes leaves for `tracker-e2e observe`. */
export const observationRunSchema = z.strictObject({
  /** How Playwright says it ended. */
  status: z.enum(['passed', 'failed', 'timedout', 'interrupted']),
  /** What went wrong outside the tests, and annotations that can not be understood. */
  errors: z.array(z.string()),
  /** Why the tracker could not be used any more; absent if it could be to the end. */
  outage: z.string().optional(),
  tests: z.array(finishedTestSchema),
});

/** What a run that observes leaves for `tracker-e2e observe`. */
export type ObservationRun = z.infer<typeof observationRunSchema>;
