import * as z from 'zod';
import { ownRuleIdSchema } from './own-rule-id.js';
import { reaches } from '../rules/rule.js';
import { assumed } from '../rules/rules.js';
import type { AssumedRuleId } from '../rules/rules.js';

/**
 * The types of the Playwright annotations by which the fixtures tell the reports what a test found out.
 *
 * - `observed`: how the tracker answers an open question; its description is an {@link observationSchema} as JSON
 * - `unclear`: why a test could not tell how the tracker answers an open question; its description is an
 *   {@link unclearSchema} as JSON
 * - `notAvailable`: the test was skipped because the tracker at hand can't provide what it needs; its description is
 *   the reason
 * - `endpoint`: the title of the endpoint a describe block is about
 * - `retried`: a set-up call that was tried again, in words
 * - `rateLimited`: a call under test that the tracker refused because there were too many, in words
 * - `silent`: since when the tracker has not answered, in words; of the test that found it out and of those not run for it
 * - `waited`: how long the test waited for something that another held, for what and for whom
 * - `ownRule`: a rule of one's own that the test covers, as JSON by {@link ownRuleSchema}
 * - `ownEndpoint`: an endpoint of one's own that it is about, as JSON by {@link ownEndpointSchema}
 * - `exchanges`: what the test sent and was answered, as JSON by `reportedExchangesSchema`
 *
 * An underscore keeps an annotation out of Playwright's own HTML report.
 */
export const annotationTypes = {
  observed: 'observed',
  unclear: 'not observed',
  notAvailable: 'not available here',
  endpoint: 'endpoint',
  retried: 'set-up tried again',
  rateLimited: 'rate limited',
  silent: 'tracker silent',
  waited: 'waited',
  ownRule: '_rule',
  ownEndpoint: '_endpoint',
  exchanges: '_exchanges',
} as const;

const assumedRuleSchema = z.enum(Object.keys(assumed) as [AssumedRuleId, ...AssumedRuleId[]]);

/** A rule of one's own, as a test that covers it takes it along. */
export const ownRuleSchema = z.strictObject({
  id: ownRuleIdSchema,
  /** The name of its group. */
  api: z.string(),
  reach: z.enum(reaches),
  section: z.string(),
  text: z.string(),
});

/** A rule of one's own, as a test that covers it takes it along. */
export type OwnRuleReport = z.infer<typeof ownRuleSchema>;

/** An endpoint of one's own, as a test about it takes it along. */
export const ownEndpointSchema = z.strictObject({
  /** The name of its family. */
  api: z.string(),
  title: z.string(),
  section: z.string(),
  rules: z.array(z.string()),
});

/** An endpoint of one's own, as a test about it takes it along. */
export type OwnEndpointReport = z.infer<typeof ownEndpointSchema>;

/** Where an expectation comes from: the profile of a tracker, or what is assumed otherwise. */
const expectationSources = ['profile', 'assumption'] as const;

/** Where an expectation comes from. */
export type ExpectationSource = (typeof expectationSources)[number];

/**
 * How a tracker answers an open question, beside what was expected of it. Where a setting has properties, both hold
 * those that the test saw.
 */
export const observationSchema = z.object({
  rule: assumedRuleSchema,
  expected: z.json(),
  observed: z.json(),
  /** Where the expectation comes from; absent for an assumption. */
  according: z.enum(expectationSources).optional(),
});

/** Why a test could not tell how the tracker answers an open question, and what it could tell all the same. */
export const unclearSchema = z.object({
  rule: assumedRuleSchema,
  reason: z.string(),
  /** The property of the setting that it could not tell; absent where it is the whole. */
  part: z.string().optional(),
  /** What that property may be; absent where it may be anything. */
  oneOf: z.array(z.json()).optional(),
});

/** Why a test could not tell how the tracker answers an open question. */
export type Unclear = z.infer<typeof unclearSchema>;

/** How a tracker answers an open question. */
export type Observation = z.infer<typeof observationSchema>;
