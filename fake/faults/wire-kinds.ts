import * as z from 'zod';
import type { FaultKind } from './fault-kind.js';

/** Ten minutes; no client waits longer. */
const LONGEST = 600_000;

const milliseconds = z.int().min(0).max(LONGEST);

/** The answer comes late. */
export const latencySchema = z.strictObject({
  kind: z.literal('latency'),
  /** The delay in milliseconds: a fixed one, or a range, both ends included. */
  milliseconds: z.union([
    milliseconds,
    z
      .strictObject({ from: milliseconds, to: milliseconds })
      .refine(({ from, to }) => from <= to, 'from must not be greater than to'),
  ]),
  /** Whether it waits before the request is handled (if the client gives up then, nothing was changed) or after. */
  moment: z.enum(['before', 'after']).default('before'),
});

/** The effect of latency. */
export const latency: FaultKind<z.output<typeof latencySchema>> = {
  moment: ({ moment }) => moment,
  effect: ({ milliseconds: range }, _sending, chance) => {
    if (typeof range === 'number') return { wait: range };
    return { wait: range.from + Math.floor(chance() * (range.to - range.from + 1)) };
  },
};

/** The connection ends without the answer, or in the middle of it. */
export const connectionResetSchema = z.strictObject({
  kind: z.literal('connection-reset'),
  /**
   * `before` the request is handled; `after` it was handled, so that its changes are made; or `during` the answer,
   * after half of it.
   */
  moment: z.enum(['before', 'after', 'during']),
  /** Whether the connection is reset, or closed normally. */
  reset: z.boolean().default(true),
});

/** The effect of a connection reset. */
export const connectionReset: FaultKind<z.output<typeof connectionResetSchema>> = {
  moment: ({ moment }) => (moment === 'before' ? 'before' : 'after'),
  effect: ({ moment, reset }, sending) =>
    moment === 'during' ? { send: { ...sending, end: { at: 0.5, reset } } } : { disconnect: { reset } },
};

/** The answer's JSON is complete but invalid: it has an extra comma. Answers without JSON stay unchanged. */
export const malformedSchema = z.strictObject({ kind: z.literal('malformed') });

/** The effect of malformed JSON. */
export const malformed: FaultKind<z.output<typeof malformedSchema>> = {
  moment: () => 'after',
  suits: ({ isJson }) => isJson,
  effect: (_fault, sending) => {
    const body = Buffer.from(malform(sending.body.toString('utf8')));
    return { send: { ...sending, headers: { ...sending.headers, 'Content-Length': body.length }, body } };
  },
};

function malform(text: string): string {
  return /[\]}]$/.test(text) ? `${text.slice(0, -1)},${text.slice(-1)}` : `${text},`;
}

/** The answer's body ends in the middle. Answers without a body stay unchanged. */
export const truncatedSchema = z.strictObject({
  kind: z.literal('truncated'),
  /** The part of the body that arrives. */
  at: z.number().min(0).lt(1).default(0.5),
  /**
   * The value of Content-Length: the length of the part that arrives (`cut`; for HTTP the answer is complete), or that
   * of the `whole` body (the connection then ends too early).
   */
  contentLength: z.enum(['cut', 'whole']).default('cut'),
});

/** The effect of truncation. */
export const truncated: FaultKind<z.output<typeof truncatedSchema>> = {
  moment: () => 'after',
  suits: ({ body }) => body.length > 0,
  effect: ({ at, contentLength }, sending) => {
    if (contentLength === 'whole') return { send: { ...sending, end: { at, reset: false } } };
    const body = sending.body.subarray(0, Math.floor(sending.body.length * at));
    return { send: { ...sending, headers: { ...sending.headers, 'Content-Length': body.length }, body } };
  },
};

/** The answer's body comes in small pieces with pauses. Answers without a body stay unchanged. */
export const slowBodySchema = z.strictObject({
  kind: z.literal('slow-body'),
  /** The number of pieces; fewer if the body has fewer bytes. */
  pieces: z.int().min(2).max(1_000).default(10),
  /** The pause between two, in milliseconds. */
  pause: z.int().min(0).max(60_000).default(50),
});

/** The effect of a slow body. */
export const slowBody: FaultKind<z.output<typeof slowBodySchema>> = {
  moment: () => 'after',
  suits: ({ body }) => body.length > 0,
  effect: ({ pieces, pause }, sending) => ({ send: { ...sending, pieces: { count: pieces, pause } } }),
};
