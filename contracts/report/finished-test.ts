import * as z from 'zod';
import { observationSchema, unclearSchema } from './annotations.js';
import { reportedExchangesSchema } from './exchange.js';
import { testNeedsSchema } from './test-needs.js';

/**
 * How a test ended.
 *
 * - `flaky`: it failed first and passed on a retry
 * - `skipped`: it was skipped
 * - `not run`: it never started, or was ended before it had a result, because the run ended before
 * - `not available`: it was skipped because the tracker can't provide what it needs
 * - `known failure`: it failed as a known failure says; it does not block, and verifies no rule
 * - `expected failure`: it is marked to fail and did; it counts as passed, but verifies no rule
 */
export const testStatuses = [
  'passed',
  'failed',
  'flaky',
  'skipped',
  'not run',
  'not available',
  'known failure',
  'expected failure',
] as const;

/** One of {@link testStatuses}. */
export type TestStatus = (typeof testStatuses)[number];

/** What differs in the failures of a test, without what is another in each run. */
export const failureSchema = z.strictObject({
  /** A digest of all of it; two runs in which the test fails in the same way have the same. */
  fingerprint: z.string(),
  /** The first differences, for people. */
  shows: z.string(),
});

/** What the reports keep of one test of a run. Two runs of the same test have the same `id`. */
export const finishedTestSchema = z.strictObject({
  id: z.string(),
  /** The titles of its describe blocks and its own, joined by ` › `. */
  title: z.string(),
  /** The spec file, with `/` on every system. */
  file: z.string(),
  line: z.int(),
  project: z.string(),
  status: z.enum(testStatuses),
  /** Why it was skipped, or not run. */
  reason: z.string().optional(),
  /** Of all its attempts together. */
  durationMs: z.number().min(0),
  /** The first lines of its first error, without colours; of a flaky test, the error it had before it passed. */
  error: z.string().optional(),
  /** What differs, of all its failures together; absent if it has none. */
  failure: failureSchema.optional(),
  /** The ticket of the known failure that it is. */
  knownBy: z.strictObject({ ticket: z.string(), owner: z.string(), until: z.string() }).optional(),
  /** The ids of the rules it covers. */
  rules: z.array(z.string()),
  /** The titles of the endpoints it is about. */
  endpoints: z.array(z.string()),
  /** How the tracker answered open questions in it. */
  observations: z.array(observationSchema),
  /** What the tracker made it wait for: set-up that was tried again, calls that were refused for their number. */
  notes: z.array(z.string()).optional(),
  /** What part of its rules it could not see on the tracker at hand, and why; absent if it saw everything. */
  notSeen: z.array(z.string()).optional(),
  /** What it could not tell of open questions; absent if there is nothing of the kind. */
  unclear: z.array(unclearSchema).optional(),
  /** What it sent and was answered; if an attempt of it failed, in the first that did. */
  exchanges: reportedExchangesSchema,
  /** What it asked for in its last attempt, one thing after another; absent if that is nothing. */
  needs: z.array(testNeedsSchema).optional(),
});

/** What the reports keep of one test of a run. */
export type FinishedTest = z.infer<typeof finishedTestSchema>;
