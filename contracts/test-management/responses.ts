import * as z from 'zod';
import type { Documented } from '../documented.js';

/** `GET testplan/test-case-ids/{key}` and `…/test-case-template-ids/{key}`: issue ids, as numbers or as text (TM-N20). */
export const issueIdsSchema = z.array(
  z.preprocess((id) => (typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id), z.int()),
);

/** The status of a step, as the Steps field reads back. */
export const stepStatusSchema = z.looseObject({
  ids: z.array(z.int()),
  name: z.string(),
  color: z.string().optional(),
  isFinalStatus: z.boolean().optional(),
});

/** A row of the Steps table, as it reads back: a step of a case also has its status, comments and attachments. */
export const stepsRowReadSchema = z.looseObject({
  isGroup: z.boolean(),
  cells: z.array(z.string()),
  status: stepStatusSchema.optional(),
  comments: z.array(z.looseObject({ body: z.string() })).optional(),
  attachments: z.array(z.looseObject({ id: z.union([z.int(), z.string()]), name: z.string() })).optional(),
});

/** A row of the Steps table, as it reads back. */
export type StepsRowRead = Documented<z.infer<typeof stepsRowReadSchema>>;
