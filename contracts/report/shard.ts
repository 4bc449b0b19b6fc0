import * as z from 'zod';
import { demandsSchema, toleranceSchema } from './gate-policy.js';
import { runTargetSchema, selectedSchema } from './run.js';

/** The data that a shard of a run hands to the process that merges the shards. */
export const shardSchema = z.strictObject({
  current: z.int().min(1),
  total: z.int().min(1),
  target: runTargetSchema,
  /** The demands of the gate on the run as a whole. */
  gate: z.strictObject({
    rules: demandsSchema,
    differs: toleranceSchema.optional(),
    flaky: toleranceSchema.optional(),
  }),
  /** A digest of the tests of all shards, and of which shard runs which: the same for all shards of a run. */
  split: z.string(),
  /** The selection of the tests of the run; absent for all tests. */
  selected: selectedSchema.optional(),
  /** The file of known failures of the shard, and its contents; absent for none. */
  known: z.strictObject({ file: z.string(), text: z.string() }).optional(),
});

/** The data that a shard of a run hands to the process that merges the shards. */
export type Shard = z.infer<typeof shardSchema>;

/**
 * The prefix of the properties of `metadata` that hold a {@link shardSchema}. Merged reports have the properties of all
 * shards' metadata, so each shard adds one under a name of its own.
 */
export const shardPrefix = 'tracker-e2e shard ';
