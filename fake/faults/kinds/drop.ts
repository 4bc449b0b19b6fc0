import * as z from 'zod';
import type { FaultKind } from '../fault-kind.js';

/** The connection ends without the answer, or in the middle of it. */
export const dropSchema = z.strictObject({
  kind: z.literal('drop'),
  /**
   * `before` the request is handled; `after` it was handled, so that what it changes is changed; or `during` the answer,
   * half of which arrives.
   */
  moment: z.enum(['before', 'after', 'during']),
  /** Whether the connection is reset, or closed in the orderly way. */
  reset: z.boolean().default(true),
});

/** What a drop does. */
export const drop: FaultKind<z.output<typeof dropSchema>> = {
  moment: ({ moment }) => (moment === 'before' ? 'before' : 'after'),
  effect: ({ moment, reset }, sending) =>
    moment === 'during' ? { send: { ...sending, end: { at: 0.5, reset } } } : { drop: { reset } },
};
