import type { Variant } from '../../spaces/behaviour.js';
import { defect } from '../defect.js';
import type { reads } from './answers.js';
import { readOtherwise } from './read-otherwise.js';

/** A moment as the documents write it, in its parts. */
interface Parts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly hour: string;
  readonly minute: string;
  readonly half: string;
}

const MOMENT = /^(?<day>\d+)\/(?<month>\w+)\/(?<year>\d+) (?<hour>\d+):(?<minute>\d+) (?<half>AM|PM)$/;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A tracker that writes whenCreated otherwise in some reads. */
function writes(names: (typeof reads)[number] | readonly (typeof reads)[number][], write: (parts: Parts) => string) {
  const variant: Variant = readOtherwise(names, ({ tables }) => {
    for (const row of tables.syncedUsers.all()) {
      const parts = MOMENT.exec(row.values['whenCreated'] ?? '')?.groups as Parts | undefined;
      if (parts === undefined) continue;
      tables.syncedUsers.set({ ...row, values: { ...row.values, whenCreated: write(parts) } });
    }
  });
  return variant;
}

/** The hour of a clock of twenty-four hours. */
function hourOfDay({ hour, half }: Parts): number {
  return (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
}

/** Defects of how whenCreated reads. */
export const whenCreatedDefects = [
  defect(
    'AD-18',
    'iso-date',
    'The list over all connections has whenCreated as an ISO date.',
    writes('listUsers', (parts) => {
      const month = String(months.indexOf(parts.month) + 1).padStart(2, '0');
      const hour = String(hourOfDay(parts)).padStart(2, '0');
      return `20${parts.year}-${month}-${parts.day.padStart(2, '0')}T${hour}:${parts.minute}:00Z`;
    }),
  ),
  defect(
    'AD-18',
    'hour-of-twenty-four',
    'The list of a connection has in whenCreated an hour from 0 to 23.',
    writes('listConnectionUsers', (parts) => {
      const { day, month, year, minute, half } = parts;
      return `${day}/${month}/${year} ${hourOfDay(parts)}:${minute} ${half}`;
    }),
  ),
  defect(
    'AD-18',
    'half-of-the-day-swapped',
    'The list over all connections has PM for AM in whenCreated, and AM for PM.',
    writes('listUsers', ({ day, month, year, hour, minute, half }) => {
      return `${day}/${month}/${year} ${hour}:${minute} ${half === 'AM' ? 'PM' : 'AM'}`;
    }),
  ),
  defect(
    'AD-18',
    'month-before-day',
    'The attributes of a user in a connection have whenCreated with the month first.',
    writes('getUserInConnection', ({ day, month, year, hour, minute, half }) => {
      return `${month}/${day}/${year} ${hour}:${minute} ${half}`;
    }),
  ),
  defect(
    'AD-18',
    'year-of-four-digits',
    'The attributes of a user in a connection have whenCreated with a year of four digits.',
    writes('getUserInConnection', ({ day, month, year, hour, minute, half }) => {
      return `${day}/${month}/20${year} ${hour}:${minute} ${half}`;
    }),
  ),
  defect(
    'AD-18',
    'month-as-number',
    'Asked for whenCreated alone, the tracker has the month as a number.',
    writes('getUserField', ({ day, month, year, hour, minute, half }) => {
      return `${day}/${months.indexOf(month) + 1}/${year} ${hour}:${minute} ${half}`;
    }),
  ),
  defect(
    'AD-18',
    'day-only',
    'The attributes of a user, by connection, have whenCreated without the time.',
    writes('getUserAttributes', ({ day, month, year }) => `${day}/${month}/${year}`),
  ),
];
