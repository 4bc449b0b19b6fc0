import * as z from 'zod';
import { assumedRuleIds } from '../rules/rules.js';
import { calledEndpointSchema } from './surface.js';

const assumedRuleSchema = z.enum(assumedRuleIds);

const expectationSources = ['profile', 'assumption'] as const;

export type ExpectationSource = (typeof expectationSources)[number];

/** If a setting has properties, both answers hold only those that the test saw. */
export const observationSchema = z.object({
  rule: assumedRuleSchema,
  expected: z.json(),
  observed: z.json(),
  /** The source of the expectation; absent for an assumption. */
  according: z.enum(expectationSources).optional(),
});

/** Any of several values, none of them the expected one; empty if no value explains the answer. */
const oneOfSchema = z.strictObject({ oneOf: z.array(z.json()) });

export function candidatesIn(seen: unknown): readonly unknown[] {
  const several = oneOfSchema.safeParse(seen);
  return several.success ? several.data.oneOf : [seen];
}

/** Why a test could not tell how the tracker answers an open question, and the answers that remain possible. */
export const unclearSchema = z.object({
  rule: assumedRuleSchema,
  reason: z.string(),
  /** The property of the setting that the test could not tell; absent for the whole setting. */
  part: z.string().optional(),
  /** The possible values of that property; absent if any value is possible. */
  oneOf: z.array(z.json()).optional(),
});

export type Unclear = z.infer<typeof unclearSchema>;

export type Observation = z.infer<typeof observationSchema>;

/** A call of a test and its answer, in a line; for a failed test with the bodies. */
export const reportedExchangeSchema = z.strictObject({
  caller: z.string(),
  method: z.string(),
  /** The path after the tracker's base URL, with its query. */
  path: z.string(),
  status: z.int(),
  durationMs: z.number().min(0),
  /** The start of the bodies and the command that repeats the call, credentials left out. */
  details: z
    .strictObject({ requestBody: z.string().optional(), responseBody: z.string(), curl: z.string().optional() })
    .optional(),
});

export type ReportedExchange = z.infer<typeof reportedExchangeSchema>;

export const reportedExchangesSchema = z.strictObject({
  /** How many exchanges came before the kept ones. */
  earlier: z.int().min(0),
  /** The last exchanges, in their order. */
  kept: z.array(reportedExchangeSchema),
  /** The titles of the endpoints that were called, each once, in all exchanges. */
  endpoints: z.array(z.string()),
});

/** The exchanges that a test hands to the reports: its calls under test. */
export const recordedExchangesSchema = reportedExchangesSchema.extend({
  surfaces: z.array(calledEndpointSchema),
  /** When the first answer came, as milliseconds since 1970; absent if the test called nothing. */
  firstAnswer: z.number().optional(),
});

export type RecordedExchanges = z.infer<typeof recordedExchangesSchema>;

export type ReportedExchanges = z.infer<typeof reportedExchangesSchema>;

const flag = z.literal(true).optional();

/** Needs of a test in the words of the specs. Reports only hand them on. */
export const testNeedsSchema = z.looseObject({});

/**
 * How a test ended.
 *
 * - `flaky`: it failed first and passed on a retry
 * - `skipped`: it was skipped
 * - `not run`: it never started, or was stopped without a result, because the run ended
 * - `not available`: it was skipped because the tracker, or its sandbox, can't provide what it needs
 * - `does not apply`: it was skipped because the tracker has nothing of the kind that it is about
 * - `known failure`: it failed as a known failure says; it does not block, and verifies no rule
 * - `deviates`: it failed, and the documents show its rules by an example only
 * - `expected failure`: it is marked to fail and did; it counts as passed, but verifies no rule
 */
export const testStatuses = [
  'passed',
  'failed',
  'flaky',
  'skipped',
  'not run',
  'not available',
  'does not apply',
  'known failure',
  'deviates',
  'expected failure',
] as const;

export type TestStatus = (typeof testStatuses)[number];

/**
 * What a failure says.
 *
 * - `broken rule`: a check of an answer failed: the tracker breaks a sentence of the documents
 * - `unexpected answer`: a 5xx, a web page, no JSON, or no answer in time: nothing that a document describes
 * - `could not be tested`: the test did not come to its call, as set-up was refused, or could not clean up
 * - `error in the test code`: of the spec or of this package; it says nothing of the tracker
 */
export const failureKinds = [
  'broken rule',
  'unexpected answer',
  'could not be tested',
  'error in the test code',
] as const;

export type FailureKind = (typeof failureKinds)[number];

/** The differences in the failures of a test, without values that change in each run. */
const failureSchema = z.strictObject({
  /** A digest of all differences. It is the same in two runs if the test fails in the same way. */
  fingerprint: z.string(),
  /** The first differences, for people. */
  shows: z.string(),
  /** The call of the first failure and its difference, for all tests that fail by the same cause. */
  cause: z.string().optional(),
});

/** A step of a test, for the rows of its test case. */
export const stepResultSchema = z.strictObject({
  /** The title that `test.step` was given. */
  title: z.string(),
  /** `skipped`: the test skipped it; `open`: it failed and the test went on all the same, or it did not end. */
  status: z.enum(['passed', 'failed', 'skipped', 'open']),
  /** The first lines of its errors, without colours. */
  error: z.string().optional(),
});

export type StepResult = z.infer<typeof stepResultSchema>;

/** The record of one test of a run in the reports. Two runs of the same test have the same `id`. */
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
  /** The duration of all its attempts together. */
  durationMs: z.number().min(0),
  /** The first lines of its first error, without colours; of a flaky test, the error it had before it passed. */
  error: z.string().optional(),
  /** The further errors of the same attempt; absent if there are none. */
  otherErrors: z.array(z.string()).optional(),
  /** The command that runs it again as it ran; absent if it passed, or if it did not say one. */
  rerun: z.string().optional(),
  /** What its first error says; absent if it has none. */
  kind: z.enum(failureKinds).optional(),
  /** The rule that it shows to be broken in place of its own, as an answer does not have the shape which that rule states. */
  accuses: z.string().optional(),
  /** Whether an error in the test code is one of this package, to be reported to its authors. */
  isOurs: flag,
  /** The differences in all its failures together; absent if it has no failure. */
  failure: failureSchema.optional(),
  /** The ticket, the owner and the last day of its known failure. */
  knownBy: z.strictObject({ ticket: z.string(), owner: z.string(), until: z.string() }).optional(),
  rules: z.array(z.string()),
  /** The further rules that it covers, of which it shows nothing, as it failed for one rule; absent if there are none. */
  unreached: z.array(z.string()).optional(),
  /** The keys of the test cases that it names; absent if there are none. */
  cases: z.array(z.string()).optional(),
  /** Its steps in the attempt that counts, without steps that it did not reach; absent if there are none. */
  steps: z.array(stepResultSchema).optional(),
  /** Which repetition it is, from 1 on, of a run with `--repeat-each`; absent for the first. */
  repeat: z.int().optional(),
  /** The titles of the endpoints it is about. */
  endpoints: z.array(z.string()),
  observations: z.array(observationSchema),
  /** The delays by the tracker: set-up that was tried again, calls that were refused because there were too many. */
  notes: z.array(z.string()).optional(),
  /** The parts of its rules that it could not see on the tracker at hand, and why; absent if it saw everything. */
  notSeen: z.array(z.string()).optional(),
  /** Whether it passed without a check of what its calls answered; absent if it checked something. */
  unchecked: flag,
  /** The open questions that it could not answer, in full or in part; absent if there are none. */
  unclear: z.array(unclearSchema).optional(),
  /** Its requests and their answers; if an attempt failed, those of the first failed attempt. */
  exchanges: reportedExchangesSchema,
  /** The requirements of its last attempt, in their order; absent if there are none. */
  needs: z.array(testNeedsSchema).optional(),
});

export type FinishedTest = z.infer<typeof finishedTestSchema>;
