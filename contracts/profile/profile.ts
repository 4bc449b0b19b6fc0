import * as z from 'zod';
import { assumptionOverridesSchema } from '../assumptions/assumptions.js';
import { assumedRuleIds } from '../rules/rules.js';

/** The version of the format; a reader refuses a newer one. */
export const PROFILE_VERSION = 1;

const idSchema = z.enum(assumedRuleIds);

/** Answers to one question that contradict each other. */
const conflictSchema = z.strictObject({
  /** The property of the setting they are about; absent if it is the whole. */
  part: z.string().optional(),
  /** Each answer with the titles of the tests that saw it. */
  answers: z.array(z.strictObject({ observed: z.json(), tests: z.array(z.string()) })).min(2),
});

/** How a tracker was observed to answer what the documents leave open, as `tracker-e2e observe` writes it. */
export const profileSchema = z.strictObject({
  /** For editors: the JSON Schema of this document, `tracker-e2e/schemas/profile.schema.json`. */
  $schema: z.string().optional(),
  schemaVersion: z.literal(PROFILE_VERSION),
  /** When it was observed, in UTC. */
  observedAt: z.iso.datetime(),
  /** The version of tracker-e2e that observed it. */
  harness: z.string(),
  tracker: z.strictObject({
    /** Its base URL without credentials; absent for the bundled fake. */
    url: z.url().optional(),
    title: z.string(),
    version: z.string(),
    /** What it says its deployment is, for example `Server`. */
    edition: z.string(),
    build: z.int(),
  }),
  /** The answers that were observed whole. */
  assumptions: assumptionOverridesSchema,
  /** Settings of which some properties were observed, and why the rest was not. */
  partlyObserved: z.partialRecord(
    idSchema,
    z.strictObject({ observed: z.record(z.string(), z.json()), reason: z.string() }),
  ),
  /** What properties may be that were not observed, each one of several values; absent if there are none. */
  narrowed: z.partialRecord(idSchema, z.record(z.string(), z.array(z.json()).min(2))).optional(),
  /** Why nothing is known of the other settings. */
  notObserved: z.partialRecord(idSchema, z.string()),
  /** The settings about which tests saw different things; they are neither observed nor not. */
  conflicts: z.partialRecord(idSchema, z.array(conflictSchema).min(1)),
});

/** How a tracker was observed to answer what the documents leave open. */
export type Profile = z.infer<typeof profileSchema>;

/** Answers to one question that contradict each other. */
export type Conflict = z.infer<typeof conflictSchema>;
