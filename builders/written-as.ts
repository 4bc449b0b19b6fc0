import * as z from 'zod';

/** Checks data by a schema and gives it unchanged: defaults of the schema are not filled in. */
export function writtenAs<Schema extends z.ZodType>(schema: Schema): z.ZodType<z.input<Schema>> {
  return z.custom<z.input<Schema>>().superRefine((value, context) => {
    const parsed = schema.safeParse(value);
    for (const issue of parsed.error?.issues ?? []) {
      context.addIssue({ code: 'custom', message: issue.message, path: issue.path });
    }
  });
}
