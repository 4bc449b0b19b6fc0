import * as z from 'zod';

/** Any final HTTP status of an answer. */
export const anyStatus = z.int().min(200).max(499);

/** A status that says a call succeeded. */
export const successStatus = z.int().min(200).max(299);

/** One open question with the shape of its possible answers and the answer that the fake gives by default. */
export interface Assumption<Schema extends z.ZodType = z.ZodType> {
  /** The values the setting can take. */
  readonly schema: Schema;
  /** The answer that the fake gives and the specs expect by default. */
  readonly default: z.infer<Schema>;
}

/** Declares an assumption; the default is checked against the schema by the compiler. */
export function assumption<Schema extends z.ZodType>(
  schema: Schema,
  fallback: NoInfer<z.infer<Schema>>,
): Assumption<Schema> {
  return { schema, default: fallback };
}
