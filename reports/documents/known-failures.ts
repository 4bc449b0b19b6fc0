import * as z from 'zod';

const dateSchema = z.iso.date();
const fingerprintSchema = z.string().regex(/^[0-9a-f]{12}$/, 'a fingerprint as `tracker-e2e known --update` writes it');

const knownWaySchema = z.strictObject({
  /** The spec file and the titles of the test, joined by ` › `. */
  test: z.string().min(1),
  /** A digest of the differences in every failure of the test, without values that differ in each run. */
  fingerprint: fingerprintSchema,
  /** The differences in words, for people. No code reads them. */
  shows: z.string().default(''),
});

/** A known failure: one bug of the tracker, with all tests that show it. */
export const knownFailureSchema = z.strictObject({
  /** The rule that it breaks, which each of its tests covers; absent if they cover none. */
  rule: z.string().min(1).optional(),
  /** The part of the rule: one of its endpoints, by name or title; for an open question, a property of its answer. */
  part: z.string().min(1).optional(),
  /** The versions of the tracker that have the bug; `*` stands for any characters, as in `9.12.*`. */
  versions: z.array(z.string().min(1)).min(1),
  /** The ticket; without one the gate fails. */
  ticket: z.string(),
  /** The owner; without one the gate fails. */
  owner: z.string(),
  /** The first day on which it is accepted. */
  since: dateSchema,
  /** The last day on which it is accepted. */
  until: dateSchema,
  failures: z.array(knownWaySchema).min(1),
});

export type KnownFailure = z.infer<typeof knownFailureSchema>;

export const knownFailuresSchema = z.strictObject({
  /** For editors: the JSON Schema of this document, `tracker-e2e/schemas/known.schema.json`. */
  $schema: z.string().optional(),
  schemaVersion: z.literal(1),
  failures: z.array(knownFailureSchema),
});

export type KnownFailures = z.infer<typeof knownFailuresSchema>;

const knownProblemKinds = [
  'fails otherwise',
  'fixed',
  'flaky',
  'expired',
  'matches nothing',
  'no ticket',
  'no owner',
  'unknown rule',
  'unknown part',
  'not covered',
  'contradiction',
] as const;

export const knownProblemSchema = z.strictObject({
  kind: z.enum(knownProblemKinds),
  text: z.string(),
  tests: z.array(z.string()),
  /** The file of known failures, and the line of the entry or of the test in it; absent if they are from no file. */
  file: z.string().optional(),
  line: z.int().optional(),
});

export type KnownProblem = z.infer<typeof knownProblemSchema>;
