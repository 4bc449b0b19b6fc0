import { z } from 'zod';
import { assumed } from '../rules/rules.js';
import type { AssumedRuleId } from '../rules/rules.js';

/**
 * The types of the Playwright annotations by which the fixtures tell the reports what a test found out.
 *
 * - `observed`: how the tracker answers an open question; its description is an {@link observationSchema} as JSON
 * - `notAvailable`: the test was skipped because the tracker at hand can't provide what it needs; its description is
 *   the reason
 * - `endpoint`: the title of the endpoint a describe block is about
 * - `retried`: a set-up call that was tried again, in words
 * - `rateLimited`: a call under test that the tracker refused because there were too many, in words
 * - `waited`: how long the test waited for something that another held, for what and for whom
 * - `exchanges`: what the test sent and was answered, as JSON by `reportedExchangesSchema`; the underscore keeps it out of
 *   Playwright's own HTML report
 */
export const annotationTypes = {
  observed: 'observed',
  notAvailable: 'not available here',
  endpoint: 'endpoint',
  retried: 'set-up tried again',
  rateLimited: 'rate limited',
  waited: 'waited',
  exchanges: '_exchanges',
} as const;

/** How a tracker answers an open question, beside what was expected of it. */
export const observationSchema = z.object({
  rule: z.enum(Object.keys(assumed) as [AssumedRuleId, ...AssumedRuleId[]]),
  expected: z.json(),
  observed: z.json(),
});

/** How a tracker answers an open question. */
export type Observation = z.infer<typeof observationSchema>;
