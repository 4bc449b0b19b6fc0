import * as z from 'zod';

const MOMENT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2}\.\d{3})([+-]\d{4})$/;

/** The moment that a text as the tracker writes it means, in milliseconds since 1970; undefined for no such moment. */
export function readTrackerTime(text: string): number | undefined {
  const [, day = '', time = '', offset = ''] = MOMENT.exec(text) ?? [];
  // JavaScript reads 30 February as 2 March, and 24:00 as the next day.
  const moment = isDay(day) && time < '24' ? Date.parse(`${day}T${time}${offset.slice(0, 3)}:${offset.slice(3)}`) : NaN;
  return hasFourDigits(moment) ? moment : undefined;
}

/** Whether there is such a day, written as in 2026-11-21. There was no year 0. */
export function isDay(text: string): boolean {
  const moment = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

/** Whether there is such a moment, given in milliseconds since 1970, and its year is one from 0001 to 9999. */
function hasFourDigits(milliseconds: number): boolean {
  return milliseconds >= Date.parse('0001-01-01T00:00:00Z') && milliseconds <= Date.parse('9999-12-31T23:59:59.999Z');
}

/**
 * A moment as the tracker writes it: `2026-11-21T14:05:09.000+0000`, with an offset that has no colon (which is why
 * zod's own ISO formats refuse it).
 */
export const trackerTimeSchema = z
  .string()
  .regex(MOMENT, 'a moment such as 2026-11-21T14:05:09.000+0000')
  .refine((text) => readTrackerTime(text) !== undefined, 'a moment that there is, of a year from 0001 to 9999');

/** Writes a moment, given in milliseconds since 1970, the way the tracker does. */
export function formatTrackerTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '+0000');
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/**
 * Writes a moment (in UTC) the way `whenCreated` does (document: Resources and their fields): day/abbreviated
 * month/two-digit year hour:minute AM or PM, for example `7/Nov/26 12:05 PM`. The clock has twelve hours.
 */
export function formatWhenCreated(moment: Date): string {
  const hour = moment.getUTCHours();
  const year = String(moment.getUTCFullYear() % 100).padStart(2, '0');
  const minute = String(moment.getUTCMinutes()).padStart(2, '0');
  const month = months[moment.getUTCMonth()] as string;
  return `${moment.getUTCDate()}/${month}/${year} ${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}
