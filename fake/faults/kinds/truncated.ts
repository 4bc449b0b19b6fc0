import * as z from 'zod';
import type { FaultKind } from '../fault-kind.js';

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
