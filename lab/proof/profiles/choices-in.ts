import { z } from 'zod';

/** The words and numbers that a schema lets one choose among, at any depth; null if it may be that. */
export function choicesIn(schema: unknown): (string | number | null)[] {
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodLiteral) return [...schema.values] as (string | number)[];
  if (schema instanceof z.ZodNullable) return [null, ...choicesIn(schema.unwrap())];
  if (schema instanceof z.ZodArray) return choicesIn(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(choicesIn);
  if (schema instanceof z.ZodObject) return Object.values(schema.shape as object).flatMap(choicesIn);
  return [];
}
