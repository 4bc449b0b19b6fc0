import * as z from 'zod';
import type { FaultKind } from '../fault-kind.js';

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
