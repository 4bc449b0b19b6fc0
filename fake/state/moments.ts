import { formatTrackerTime } from '../../contracts/index.js';

/** The moments in rows of issues: texts in a world, milliseconds since 1970 in a table. */
export const MOMENTS = {
  comments: ['created', 'updated'],
  attachments: ['created'],
  histories: ['created'],
  worklogs: ['created', 'updated', 'started'],
} as const;

/** A row of a world as a table keeps it, with these moments. */
export type Kept<Row, Name extends PropertyKey> = Omit<Row, Name> & Readonly<Record<Name, number>>;

export function readMoments<Row extends Readonly<Record<Name, string>>, Name extends string>(
  row: Row,
  names: readonly Name[],
): Kept<Row, Name> {
  return {
    ...row,
    ...(Object.fromEntries(names.map((name) => [name, Date.parse(row[name])])) as Record<Name, number>),
  };
}

export function writeMoments<Row extends Readonly<Record<Name, number>>, Name extends string>(
  row: Row,
  names: readonly Name[],
): Omit<Row, Name> & Readonly<Record<Name, string>> {
  const texts = Object.fromEntries(names.map((name) => [name, formatTrackerTime(row[name])]));
  return { ...row, ...(texts as Record<Name, string>) };
}
