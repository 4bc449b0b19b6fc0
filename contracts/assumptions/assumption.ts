import * as z from 'zod';

export const anyStatus = z.int().min(200).max(499);

export const successStatus = z.int().min(200).max(299);

/** One open question with the shape of its possible answers and the answer that the fake gives by default. */
export interface Assumption<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  readonly default: z.infer<Schema>;
  /** Whether the fake can give other answers than the default. */
  readonly hasSwitch: boolean;
}

/** Declares an assumption; the default is checked against the schema by the compiler. */
export function assumption<Schema extends z.ZodType>(
  schema: Schema,
  fallback: NoInfer<z.infer<Schema>>,
): Assumption<Schema> {
  return { schema, default: fallback, hasSwitch: true };
}

/**
 * Declares an assumption about an answer on which a user's own specs don't depend. Profiles and specs have it as any other.
 * The fake has no switch for it and gives the default.
 */
export function observedOnly<Schema extends z.ZodType>(
  schema: Schema,
  fallback: NoInfer<z.infer<Schema>>,
): Assumption<Schema> {
  return { schema, default: fallback, hasSwitch: false };
}

/** The status of a refusal. A redirect to a login page and a server error count as refusals too. */
const refusalStatus = z.int().min(300).max(599);

const kinds = {
  noLogin: refusalStatus,
  wrongLogin: refusalStatus,
  /** A missing or unreadable body, such as broken JSON. */
  unreadableBody: refusalStatus,
  /** A body with a value of a wrong type, or without a required value. */
  wrongTypes: refusalStatus,
  mediaType: refusalStatus,
};

/** The part of refusals that the document of an API leaves open. */
export const refusalsSchema = z.strictObject({
  ...kinds,
  /** The body: the tracker's own error body, an object with a message, any other text such as a web page, or none. */
  body: z.enum(['errorMessages', 'message', 'text', 'empty']),
});

/** How an API refuses calls if its document does not describe the refusal (DT-N17, AD-N14, TM-N17). */
export type Refusals = z.infer<typeof refusalsSchema>;

/** The reason for a refusal. */
export type RefusalKind = keyof typeof kinds;

/** The refusals of the tracker's own API. */
const usualRefusals: Refusals = {
  noLogin: 401,
  wrongLogin: 401,
  unreadableBody: 400,
  wrongTypes: 400,
  mediaType: 415,
  body: 'errorMessages',
};

export const refusals = assumption(refusalsSchema, usualRefusals);

export const refusalRules = {
  'default-templates': 'DT-N17',
  'directory-sync': 'AD-N14',
  'test-management': 'TM-N17',
} as const;
