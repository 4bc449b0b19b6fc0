import * as z from 'zod';
import { scopes } from '../rules/rule.js';
import { assumedRuleIds } from '../rules/rules.js';
import { isCustomRuleId } from '../rules/custom-rules.js';
import type { CustomRuleId } from '../rules/custom-rules.js';

export const customRuleIdSchema = z.custom<CustomRuleId>((id) => typeof id === 'string' && isCustomRuleId(id));

/**
 * The types of the Playwright annotations that carry the findings of a test from the fixtures to the reports.
 *
 * - `observed`: how the tracker answers an open question; its description is an {@link observationSchema} as JSON
 * - `unclear`: why a test could not tell how the tracker answers an open question; its description is an {@link
 *   unclearSchema} as JSON
 * - `notAvailable`: the test was skipped because the tracker of the run can't provide the data it needs; its
 *   description is the reason
 * - `rule`: a rule that the test covers: id, text and source, for people
 * - `notSeen`: the part of its rules that the test could not see on the tracker of the run, and why, in words; its
 *   rules are then verified in part, or only the one whose id and a colon the words begin with
 * - `broken`: the id of the one rule that a failed test shows to be broken; the rules that it covers are not failing for it
 * - `endpoint`: the title of the endpoint a describe block is about
 * - `retried`: a set-up call that was tried again, in words
 * - `rateLimited`: a call under test that the tracker refused because there were too many, in words
 * - `outage`: why the tracker can't be used and since when, in words; on the tests that met it and on those that were
 *   not run because of it
 * - `refused`: the refusal of set-up for which the test was not run, after other tests had failed by it
 * - `customRule`: a custom rule that the test covers, as JSON by {@link customRuleSchema}
 * - `customEndpoint`: a custom endpoint that the test is about, as JSON by {@link customEndpointSchema}
 * - `exchanges`: the calls and answers of the test, as JSON by `reportedExchangesSchema`
 * - `tracker`: the identity that the tracker gives of itself, as JSON by `trackerIdentitySchema`; on the first test of
 *   each worker
 * - `known`: the ticket of a known failure, its owner, and its last day, in words
 * - `needs`: the data that the test asked a fixture for, as JSON by `testNeedsSchema`
 *
 * An underscore keeps an annotation out of Playwright's own HTML report.
 */
export const annotationTypes = {
  observed: 'observed',
  unclear: 'not observed',
  notAvailable: 'not available here',
  rule: 'rule',
  notSeen: 'not seen here',
  broken: 'broken rule',
  endpoint: 'endpoint',
  retried: 'set-up tried again',
  rateLimited: 'rate limited',
  outage: 'tracker outage',
  refused: 'set-up refused',
  customRule: '_rule',
  customEndpoint: '_endpoint',
  exchanges: '_exchanges',
  needs: '_needs',
  tracker: '_tracker',
  known: 'known failure',
} as const;

export const rerunAttachment = 'run it again';

const assumedRuleSchema = z.enum(assumedRuleIds);

export const customRuleSchema = z.strictObject({
  id: customRuleIdSchema,
  /** The name of its group. */
  api: z.string(),
  scope: z.enum(scopes),
  section: z.string(),
  text: z.string(),
});

export type CustomRuleReport = z.infer<typeof customRuleSchema>;

export const customEndpointSchema = z.strictObject({
  /** The name of its family. */
  api: z.string(),
  title: z.string(),
  section: z.string(),
  rules: z.array(z.string()),
});

export type CustomEndpointReport = z.infer<typeof customEndpointSchema>;

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
