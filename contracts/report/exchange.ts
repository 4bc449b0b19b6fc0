import * as z from 'zod';
import { calledEndpointSchema } from './surface.js';

/** A call of a test and its answer, in a line; for a failed test with the bodies. */
export const reportedExchangeSchema = z.strictObject({
  /** The name of the caller. */
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

/** A call of a test and its answer. */
export type ReportedExchange = z.infer<typeof reportedExchangeSchema>;

export const reportedExchangesSchema = z.strictObject({
  /** How many exchanges came before the kept ones. */
  earlier: z.int().min(0),
  /** The last exchanges, in their order. */
  kept: z.array(reportedExchangeSchema),
  /** The titles of the endpoints that were called, each once, in all exchanges. */
  endpoints: z.array(z.string()),
});

/** An exchange as a test hands it to the reports. */
const recordedExchangeSchema = reportedExchangeSchema.extend({
  /** When it began, as milliseconds since 1970. */
  startedAt: z.number(),
});

/** An exchange as a test hands it to the reports. */
export type RecordedExchange = z.infer<typeof recordedExchangeSchema>;

/** The exchanges that a test hands to the reports: its calls under test. */
export const recordedExchangesSchema = reportedExchangesSchema.extend({
  kept: z.array(recordedExchangeSchema),
  /** What its calls under test sent and were answered, for each endpoint. */
  surfaces: z.array(calledEndpointSchema).default([]),
});

/** The exchanges that a test hands to the reports. */
export type RecordedExchanges = z.infer<typeof recordedExchangesSchema>;

/** The requests of a test and their answers. */
export type ReportedExchanges = z.infer<typeof reportedExchangesSchema>;
