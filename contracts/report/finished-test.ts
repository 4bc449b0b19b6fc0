import * as z from 'zod';
import { observationSchema, unclearSchema } from './annotations.js';
import { reportedExchangesSchema } from './exchange.js';

const flag = z.literal(true).optional();
const names = z.array(z.string()).optional();
const list = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.strictObject(shape)).optional();

/** What a test asks of a tracker, in the words in which specs ask for it. What is left out it does not need. */
export const testNeedsSchema = z.strictObject({
  /** With `sameNumber` the first issue type and the first request type have the same number. */
  projects: list({
    issueTypes: z.int(),
    requestTypes: z.int().optional(),
    sameNumber: flag,
    templatePostFunction: z.enum(['overwrite', 'keep']).optional(),
  }),
  /** Templates with values for all `fields`, and for one of `anyOf` at least. */
  templates: list({ fields: names, anyOf: names }),
  /** Whether it writes the custom field that takes a template's id. */
  templateField: flag,
  /** With `sameUsers` the users are the users of another connection. */
  connections: list({
    users: z.int(),
    sameUsers: flag,
    attributes: names,
    disabled: flag,
    inGroup: flag,
    changesUserDn: flag,
  }),
  /** Whether it changes a connection or its users, and does not only read them. */
  changesConnection: flag,
  /** With `unlike` the step statuses have to differ from another project's. */
  testProjects: list({
    columns: names,
    preconditions: z.boolean().optional(),
    plainUserCreates: flag,
    unlike: flag,
  }),
  /** Users who administer nothing, and may not create tests in the test's project, or have to see the plans there. */
  plainUsers: list({ mayNotCreate: flag, sees: flag }),
  /** Whether the run has to log in by name and password. */
  basicLogin: flag,
  /** Whether it does what only an admin of the tracker can: synchronize, configure, restart. */
  admin: flag,
  /** Whether it takes a tracker without other users, or data that only such a tracker can be given. */
  ownTracker: flag,
  /** Whether it changes every project, and so takes a tracker that is declared disposable. */
  disposable: flag,
});

/** What a test asks of a tracker. */
export type TestNeeds = z.infer<typeof testNeedsSchema>;

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
  /** A digest of all differences. It is the same in two runs if the test fails in the same way. */
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
  /** What it could not tell of open questions; absent if it could tell everything. */
  unclear: z.array(unclearSchema).optional(),
  /** What it sent and was answered; if an attempt of it failed, in the first that did. */
  exchanges: reportedExchangesSchema,
  /** What it asked for in its last attempt, one thing after another; absent if that is nothing. */
  needs: z.array(testNeedsSchema).optional(),
});

/** What the reports keep of one test of a run. */
export type FinishedTest = z.infer<typeof finishedTestSchema>;
