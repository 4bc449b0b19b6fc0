import * as z from 'zod';

/**
 * A moment as the tracker writes it: `2026-11-21T14:05:09.000+0000`, with an offset that has no colon (which is why
 * zod's own ISO formats refuse it).
 */
export const trackerTimeSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{4}$/, 'a moment such as 2026-11-21T14:05:09.000+0000')
  .refine((text) => hasFourDigits(Date.parse(text)), 'a moment that there is, of a year from 0000 to 9999');

/** Whether there is such a moment, given in milliseconds since 1970, and its year is written with four digits. */
function hasFourDigits(milliseconds: number): boolean {
  return milliseconds >= Date.parse('0000-01-01T00:00:00Z') && milliseconds <= Date.parse('9999-12-31T23:59:59.999Z');
}

/** Writes a moment, given in milliseconds since 1970, the way the tracker does. */
export function formatTrackerTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '+0000');
}
