import * as z from 'zod';

/** What a run is asked to test: everything that one of these can affect. */
export const selectionSchema = z.strictObject({
  /** Endpoints by name, call or API. */
  endpoints: z.array(z.string()).default([]),
  /** Ids of rules; `*` stands for any characters. */
  rules: z.array(z.string()).default([]),
  /** A commit: what has changed since. */
  changedSince: z.string().optional(),
  /** Arguments of Playwright that leave tests out, as they were typed; they choose among what the others select. */
  typed: z.string().optional(),
});

/** What a run is asked to test: everything that one of these can affect. */
export type Selection = z.infer<typeof selectionSchema>;

/** What came of a {@link selectionSchema}. */
export const selectedSchema = z.strictObject({
  /** What was asked for, in words. */
  by: z.string(),
  /** How many tests that selects. */
  tests: z.int().min(0),
  /** Of how many; absent if Playwright chose them. */
  of: z.int().min(0).optional(),
  /** Whether there may be none: a change may affect no test. */
  mayBeNone: z.boolean(),
});

/** What came of a {@link Selection}. */
export type Selected = z.infer<typeof selectedSchema>;
