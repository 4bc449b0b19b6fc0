import * as z from 'zod';
import { assumptionOverridesSchema } from '../assumptions/assumptions.js';
import { assumedRuleIds } from '../rules/rules.js';

/** The version of the format; a reader refuses a newer one. */
export const PROFILE_VERSION = 1;

const idSchema = z.enum(assumedRuleIds);

/** Answers to one question that contradict each other. */
const conflictSchema = z.strictObject({
  /** The property of the setting that they concern; absent if it is the whole setting. */
  part: z.string().optional(),
  /** Each answer with the titles of the tests that saw it. */
  answers: z.array(z.strictObject({ observed: z.json(), tests: z.array(z.string()) })).min(2),
});

/** The observed answers of a tracker to the open questions, as `tracker-e2e observe` writes them. */
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
    /** Its deployment type, for example `Server`. */
    edition: z.string(),
    build: z.int(),
  }),
  /** The settings that were observed as a whole. */
  assumptions: assumptionOverridesSchema,
  /** Settings with some observed properties, and why the others were not observed. */
  partlyObserved: z.partialRecord(
    idSchema,
    z.strictObject({ observed: z.record(z.string(), z.json()), reason: z.string() }),
  ),
  /** The possible values of properties that were not observed, if there are only a few; absent if there are none. */
  narrowed: z.partialRecord(idSchema, z.record(z.string(), z.array(z.json()).min(2))).optional(),
  /** Why the other settings were not observed. */
  notObserved: z.partialRecord(idSchema, z.string()),
  /** The settings for which tests saw different answers. They are in none of the other lists. */
  conflicts: z.partialRecord(idSchema, z.array(conflictSchema).min(1)),
});

/** The observed answers of a tracker to the open questions. */
export type Profile = z.infer<typeof profileSchema>;

/** Answers to one question that contradict each other. */
export type Conflict = z.infer<typeof conflictSchema>;
