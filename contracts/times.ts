import * as z from 'zod';
import { MOMENT, readTrackerTime } from './moments.js';

/**
 * A moment as the tracker writes it: `2026-11-21T14:05:09.000+0000`, with an offset that has no colon (which is why
 * zod's own ISO formats refuse it).
 */
export const trackerTimeSchema = z
  .string()
  .regex(MOMENT, 'a moment such as 2026-11-21T14:05:09.000+0000')
  .refine((text) => readTrackerTime(text) !== undefined, 'a moment that there is, of a year from 0000 to 9999');

/** Writes a moment, given in milliseconds since 1970, the way the tracker does. */
export function formatTrackerTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '+0000');
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/**
 * A moment as `whenCreated` writes it (document: Resources and their fields): day/abbreviated month/two-digit year
 * hour:minute AM or PM, for example `7/Nov/26 12:05 PM`. The clock has twelve hours.
 */
export const whenCreatedSchema = z
  .string()
  .regex(
    new RegExp(`^(0?[1-9]|[12]\\d|3[01])/(${months.join('|')})/\\d{2} (0?[1-9]|1[0-2]):[0-5]\\d (AM|PM)$`),
    'a moment such as 7/Nov/26 12:05 PM',
  );

/** Writes a moment (in UTC) the way `whenCreated` does. */
export function formatWhenCreated(moment: Date): string {
  const hour = moment.getUTCHours();
  const year = String(moment.getUTCFullYear() % 100).padStart(2, '0');
  const minute = String(moment.getUTCMinutes()).padStart(2, '0');
  const month = months[moment.getUTCMonth()] as string;
  return `${moment.getUTCDate()}/${month}/${year} ${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}
