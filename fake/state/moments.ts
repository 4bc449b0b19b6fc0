import { formatTrackerTime } from '../../contracts/index.js';

/** The moments in rows of issues: texts in a world, milliseconds since 1970 in a table. */
export const MOMENTS = {
  comments: ['created', 'updated'],
  attachments: ['created'],
  histories: ['created'],
  worklogs: ['created', 'updated', 'started'],
} as const;

type With<Value, Row, Name extends PropertyKey> = Omit<Row, Name> & Readonly<Record<Name, Value>>;

/** A row of a world as a table keeps it. */
export function readMoments<Row extends Readonly<Record<Name, string>>, Name extends string>(
  row: Row,
  names: readonly Name[],
): With<number, Row, Name> {
  return {
    ...row,
    ...(Object.fromEntries(names.map((name) => [name, Date.parse(row[name])])) as Record<Name, number>),
  };
}

/** A row of a table as a world has it. */
export function writeMoments<Row extends Readonly<Record<Name, number>>, Name extends string>(
  row: Row,
  names: readonly Name[],
): With<string, Row, Name> {
  const texts = Object.fromEntries(names.map((name) => [name, formatTrackerTime(row[name])]));
  return { ...row, ...(texts as Record<Name, string>) };
}
