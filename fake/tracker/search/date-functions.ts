const DAY = 86_400_000;

/** Finds the beginning or end of a time around a moment. */
export type Edge = (day: number) => number;

/** The beginnings and ends of times that queries have functions for, each from the beginning of a day. */
export const edges: Readonly<Record<string, Edge>> = {
  startOfDay: (day) => day,
  endOfDay: (day) => day + DAY,
  startOfWeek: weekOf,
  endOfWeek: (day) => weekOf(day) + 7 * DAY,
  startOfMonth: (day) => monthOf(day, 0),
  endOfMonth: (day) => monthOf(day, 1),
  startOfYear: (day) => Date.UTC(new Date(day).getUTCFullYear(), 0),
  endOfYear: (day) => Date.UTC(new Date(day).getUTCFullYear() + 1, 0),
};

/**
 * The day of a moment, moved by so many minutes, hours, days, weeks, months or years: `-1d`. A number alone means the
 * unit that the function is named by.
 *
 * @returns undefined for a shift that can't be read
 */
export function shiftedDay(now: number, shift: string, standard: string): number | undefined {
  const [, amount, unit = standard] = /^([+-]?\d{1,6})([yMwdhm]?)$/.exec(shift) ?? [];
  if (amount === undefined) return undefined;
  const moment = new Date(now);
  const count = Number(amount);
  switch (unit === '' ? standard : unit) {
    case 'y':
      moment.setUTCFullYear(moment.getUTCFullYear() + count);
      break;
    case 'M':
      moment.setUTCMonth(moment.getUTCMonth() + count);
      break;
    case 'w':
      moment.setUTCDate(moment.getUTCDate() + count * 7);
      break;
    case 'd':
      moment.setUTCDate(moment.getUTCDate() + count);
      break;
    case 'h':
      moment.setUTCHours(moment.getUTCHours() + count);
      break;
    default:
      moment.setUTCMinutes(moment.getUTCMinutes() + count);
  }
  return Math.floor(moment.getTime() / DAY) * DAY;
}

/** The Sunday before a day. */
function weekOf(day: number): number {
  return day - new Date(day).getUTCDay() * DAY;
}

function monthOf(day: number, later: number): number {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}
