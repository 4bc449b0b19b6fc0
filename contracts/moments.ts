/** The form of a moment as the tracker writes it. */
export const MOMENT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2}\.\d{3})([+-]\d{4})$/;

/** The moment that a text as the tracker writes it means, in milliseconds since 1970; undefined for no such moment. */
export function readTrackerTime(text: string): number | undefined {
  const [, day = '', time = '', offset = ''] = MOMENT.exec(text) ?? [];
  // JavaScript reads 30 February as 2 March, and 24:00 as the next day.
  const moment = isDay(day) && time < '24' ? Date.parse(`${day}T${time}${offset.slice(0, 3)}:${offset.slice(3)}`) : NaN;
  return hasFourDigits(moment) ? moment : undefined;
}

/** Whether there is such a day, written as in 2026-11-21. */
export function isDay(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

/** Whether there is such a moment, given in milliseconds since 1970, and its year is written with four digits. */
function hasFourDigits(milliseconds: number): boolean {
  return milliseconds >= Date.parse('0000-01-01T00:00:00Z') && milliseconds <= Date.parse('9999-12-31T23:59:59.999Z');
}
