import * as z from 'zod';

/** The phases of a test, which share its time and its requests. */
export const phases = ['set-up', 'call under test', 'check', 'clean-up'] as const;

/** One of {@link phases}. */
export type Phase = (typeof phases)[number];

const costsSchema = z.object({
  milliseconds: z.number(),
  requests: z.number(),
  /** How many requests there were of each kind. */
  kinds: z.record(z.string(), z.number()),
});

/** The costs of one phase of all tests. */
export type PhaseCosts = z.infer<typeof costsSchema>;

/** The costs of all tests of a run. */
export const runCostsSchema = z.object({
  costs: z.record(z.enum(phases), costsSchema),
  /** How long tests waited for leases of each kind, in milliseconds; waits of less than a second are not counted. */
  waited: z.record(z.string(), z.number()),
});

/** The costs of all tests of a run. */
export type RunCosts = z.infer<typeof runCostsSchema>;
