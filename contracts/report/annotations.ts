import * as z from 'zod';
import { scopes } from '../rules/rule.js';
import { isCustomRuleId } from '../rules/custom-rules.js';
import type { CustomRuleId } from '../rules/custom-rules.js';

export const customRuleIdSchema = z.custom<CustomRuleId>((id) => typeof id === 'string' && isCustomRuleId(id));

/**
 * The types of the Playwright annotations of a test.
 *
 * - `rule`: a rule that the test covers: id, text and source, for people
 * - `endpoint`: the title of the endpoint a describe block is about
 * - `custom`: a custom rule or endpoint of the test, as JSON by {@link customSchema}
 * - `event`: what the test found out while it ran, as JSON by `testEventSchema`
 * - `note`: a part of that in words, for readers of Playwright's own reports
 * - `known`: the ticket of a known failure, its owner, and its last day, in words
 * - `kind`: what the failure says, in the words of `failureKinds`
 *
 * An underscore keeps an annotation out of Playwright's own HTML report.
 */
export const annotationTypes = {
  rule: 'rule',
  endpoint: 'endpoint',
  custom: '_custom',
  event: '_event',
  note: 'note',
  known: 'known failure',
  kind: 'failure',
} as const;

export const rerunAttachment = 'run it again';

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

/** A custom rule that a test covers, or a custom endpoint that it is about. */
export const customSchema = z.union([
  z.strictObject({ rule: customRuleSchema }),
  z.strictObject({ endpoint: customEndpointSchema }),
]);

export type CustomReport = z.infer<typeof customSchema>;
