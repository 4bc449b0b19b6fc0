import * as z from 'zod';

/** The `fields` of an issue by field id (`summary`, `customfield_10100`, …). Their values depend on the tracker. */
export const issueFieldsSchema = z.record(z.string(), z.unknown());

/** Operations on fields by field id: `{ labels: [{ add: 'x' }] }`. */
export const issueUpdateOperationsSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

export const createIssueRequestSchema = z.object({
  fields: issueFieldsSchema,
  update: issueUpdateOperationsSchema.optional(),
});

export type CreateIssueRequest = z.input<typeof createIssueRequestSchema>;
