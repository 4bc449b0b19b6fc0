import * as z from 'zod';

/** A call a test made and its answer, in a line; of a failed test with what was sent and answered. */
export const reportedExchangeSchema = z.strictObject({
  /** Who called, by name. */
  caller: z.string(),
  method: z.string(),
  /** The path after the tracker's base URL, with its query. */
  path: z.string(),
  status: z.int(),
  durationMs: z.number().min(0),
  /** The start of the bodies and the command that repeats the call, credentials left out. */
  details: z
    .strictObject({ requestBody: z.string().optional(), responseBody: z.string(), curl: z.string().optional() })
    .optional(),
});

/** A call a test made and its answer. */
export type ReportedExchange = z.infer<typeof reportedExchangeSchema>;

/** What a test sent and was answered. */
export const reportedExchangesSchema = z.strictObject({
  /** How many exchanges came before those that are kept. */
  earlier: z.int().min(0),
  /** The last ones, in their order. */
  kept: z.array(reportedExchangeSchema),
  /** The titles of the endpoints that were called, each once, in all exchanges. */
  endpoints: z.array(z.string()),
});

/** What a test sent and was answered. */
export type ReportedExchanges = z.infer<typeof reportedExchangesSchema>;
