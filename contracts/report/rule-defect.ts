import * as z from 'zod';
import { catchSchema, defectRowSchema } from './defect-matrix.js';

/** A defect the fake can have, as the page of its rule needs it. */
export const ruleDefectSchema = defectRowSchema.pick({ name: true, breaks: true }).extend({
  /** What became of it; absent if no run against the defects has said. */
  state: defectRowSchema.shape.state.optional(),
  reason: defectRowSchema.shape.reason,
  /** The tests of the rule that failed by an assertion. */
  caughtBy: z.array(catchSchema.omit({ rules: true })).optional(),
});

/** A defect the fake can have, with what became of it. */
export type RuleDefect = z.infer<typeof ruleDefectSchema>;

/** The run that tells what became of the defects, or a sentence why none does. */
export const defectRunSchema = z.union([
  z.strictObject({ startedAt: z.iso.datetime(), mode: z.enum(['isolated', 'shared']) }),
  z.strictObject({ missing: z.string() }),
]);

/** The run that tells what became of the defects, or why none does. */
export type DefectRun = z.infer<typeof defectRunSchema>;
