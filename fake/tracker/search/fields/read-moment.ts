const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** The moment a query means by `2026-11-21`, `2026/11/21 14:05` or `-2d`, in milliseconds since 1970. */
export function readMoment(text: string, now: number): number | undefined {
  const [, amount, unit] = /^([+-]?\d{1,9})([mhdw])$/.exec(text) ?? [];
  if (amount !== undefined && unit !== undefined) return now + Number(amount) * (UNITS[unit] as number);
  const [, date, time = '00:00'] = /^(\d{4}[-/]\d{1,2}[-/]\d{1,2})(?: (\d{1,2}:\d{2}))?$/.exec(text) ?? [];
  if (date === undefined) return undefined;
  const day = date.split(/[-/]/).map((part) => part.padStart(2, '0'));
  const moment = Date.parse(`${day.join('-')}T${time.padStart(5, '0')}:00Z`);
  return Number.isNaN(moment) ? undefined : moment;
}
