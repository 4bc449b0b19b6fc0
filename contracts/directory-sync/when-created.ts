import * as z from 'zod';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/**
 * A moment as `whenCreated` writes it (document: Resources and their fields): day/abbreviated month/two-digit year
 * hour:minute AM or PM, for example `7/Nov/26 12:05 PM`. The hour is that of a twelve-hour clock.
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
