import * as z from 'zod';
import type { FaultKind } from './fault-kind.js';

/** Ten minutes; no client waits longer. */
const LONGEST = 600_000;

const milliseconds = z.int().min(0).max(LONGEST);

/** The answer comes late. */
export const latencySchema = z.strictObject({
  kind: z.literal('latency'),
  /** How late, in milliseconds: always the same, or anything between two, both included. */
  milliseconds: z.union([
    milliseconds,
    z
      .strictObject({ from: milliseconds, to: milliseconds })
      .refine(({ from, to }) => from <= to, 'from must not be greater than to'),
  ]),
  /** Whether it waits before the request is handled (a client that gives up then was not heard) or after. */
  moment: z.enum(['before', 'after']).default('before'),
});

/** What latency does. */
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
   * `before` the request is handled; `after` it was handled, so that what it changes is changed; or `during` the answer,
   * half of which arrives.
   */
  moment: z.enum(['before', 'after', 'during']),
  /** Whether the connection is reset, or closed in the orderly way. */
  reset: z.boolean().default(true),
});

/** What a connection reset does. */
export const connectionReset: FaultKind<z.output<typeof connectionResetSchema>> = {
  moment: ({ moment }) => (moment === 'before' ? 'before' : 'after'),
  effect: ({ moment, reset }, sending) =>
    moment === 'during' ? { send: { ...sending, end: { at: 0.5, reset } } } : { disconnect: { reset } },
};

/** The answer's JSON is whole and no JSON: it has a comma too many. Answers without JSON are left alone. */
export const malformedSchema = z.strictObject({ kind: z.literal('malformed') });

/** What malforming does. */
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

/** The answer's body breaks off in the middle. Answers without a body are left alone. */
export const truncatedSchema = z.strictObject({
  kind: z.literal('truncated'),
  /** What part of the body arrives. */
  at: z.number().min(0).lt(1).default(0.5),
  /**
   * What Content-Length says: the length of what arrives (`cut`: to HTTP the answer is whole), or of the `whole` body (the
   * connection then ends before the answer does).
   */
  contentLength: z.enum(['cut', 'whole']).default('cut'),
});

/** What truncation does. */
export const truncated: FaultKind<z.output<typeof truncatedSchema>> = {
  moment: () => 'after',
  suits: ({ body }) => body.length > 0,
  effect: ({ at, contentLength }, sending) => {
    if (contentLength === 'whole') return { send: { ...sending, end: { at, reset: false } } };
    const body = sending.body.subarray(0, Math.floor(sending.body.length * at));
    return { send: { ...sending, headers: { ...sending.headers, 'Content-Length': body.length }, body } };
  },
};

/** The answer's body comes in small pieces with pauses between them. Answers without a body are left alone. */
export const slowBodySchema = z.strictObject({
  kind: z.literal('slow-body'),
  /** How many pieces; fewer if the body has fewer bytes. */
  pieces: z.int().min(2).max(1_000).default(10),
  /** The pause between two, in milliseconds. */
  pause: z.int().min(0).max(60_000).default(50),
});

/** What a slow body does. */
export const slowBody: FaultKind<z.output<typeof slowBodySchema>> = {
  moment: () => 'after',
  suits: ({ body }) => body.length > 0,
  effect: ({ pieces, pause }, sending) => ({ send: { ...sending, pieces: { count: pieces, pause } } }),
};
