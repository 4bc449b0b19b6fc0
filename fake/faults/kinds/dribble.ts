import * as z from 'zod';
import type { FaultKind } from '../fault-kind.js';

/** The answer's body comes in small pieces with pauses between them. Answers without a body are left alone. */
export const dribbleSchema = z.strictObject({
  kind: z.literal('dribble'),
  /** How many pieces; fewer where the body has fewer bytes. */
  pieces: z.int().min(2).max(1_000).default(10),
  /** The pause between two, in milliseconds. */
  pause: z.int().min(0).max(60_000).default(50),
});

/** What dribbling does. */
export const dribble: FaultKind<z.output<typeof dribbleSchema>> = {
  moment: () => 'after',
  suits: ({ body }) => body.length > 0,
  effect: ({ pieces, pause }, sending) => ({ send: { ...sending, pieces: { count: pieces, pause } } }),
};
