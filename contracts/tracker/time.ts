import * as z from 'zod';

/**
 * A moment as the tracker writes it: `2026-11-21T14:05:09.000+0000`, with an offset that has no colon (which is why
 * zod's own ISO formats refuse it).
 */
export const trackerTimeSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{4}$/, 'a moment such as 2026-11-21T14:05:09.000+0000');

/** Writes a moment, given in milliseconds since 1970, the way the tracker does. */
export function formatTrackerTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '+0000');
}
