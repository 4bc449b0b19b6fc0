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

/** When something began, as milliseconds since 1970, with fractions that put calls in order. */
const startedAt = z.number();

/** An exchange as a test hands it to the reports. */
const recordedExchangeSchema = reportedExchangeSchema.extend({ startedAt });

/** An exchange as a test hands it to the reports. */
export type RecordedExchange = z.infer<typeof recordedExchangeSchema>;

/** A part of set-up: what it provides, and the calls that it took. */
const setUpStepSchema = z.strictObject({
  what: z.string(),
  startedAt,
  durationMs: z.number(),
  failed: z.literal(true).optional(),
  exchanges: z.array(recordedExchangeSchema),
});

/** A part of set-up: what it provides, and the calls that it took. */
export type SetUpStep = z.infer<typeof setUpStepSchema>;

/** The exchanges that a test hands to the reports: its calls under test, and the calls of the harness for it. */
export const recordedExchangesSchema = reportedExchangesSchema.extend({
  kept: z.array(recordedExchangeSchema),
  setUp: z.array(setUpStepSchema).default([]),
  /** Calls of the harness outside of set-up: to compare rows before and after a call, and to clean up. */
  beside: z.array(recordedExchangeSchema).default([]),
  /** What its calls under test sent and were answered, for each endpoint. */
  surfaces: z.array(calledEndpointSchema).default([]),
});

/** The exchanges that a test hands to the reports. */
export type RecordedExchanges = z.infer<typeof recordedExchangesSchema>;

/** The requests of a test and their answers. */
export type ReportedExchanges = z.infer<typeof reportedExchangesSchema>;
