import * as z from 'zod';

/** What the time and the requests of a test are for. */
export const phases = ['set-up', 'call under test', 'check', 'clean-up'] as const;

/** One of {@link phases}. */
export type Phase = (typeof phases)[number];

const costsSchema = z.object({
  milliseconds: z.number(),
  requests: z.number(),
  /** How many requests there were of each kind. */
  kinds: z.record(z.string(), z.number()),
});

/** What one phase of all tests cost. */
export type PhaseCosts = z.infer<typeof costsSchema>;

/** What all tests of a run cost. */
export const runCostsSchema = z.object({
  costs: z.record(z.enum(phases), costsSchema),
  /** How long tests waited for leases of each kind, in milliseconds; waits of less than a second are not counted. */
  waited: z.record(z.string(), z.number()),
});

/** What all tests of a run cost. */
export type RunCosts = z.infer<typeof runCostsSchema>;
