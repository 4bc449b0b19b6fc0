import type { State, TableName } from '../state/state.js';

/** Which rows of a table are wanted. */
export interface RowSelection {
  /** By column what stands there, as text; any of several values will do. */
  readonly where?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Words that stand somewhere in a row, each of them, whatever their case. */
  readonly words?: string | undefined;
  /** How many rows are passed over; none where it is left out. */
  readonly offset?: number | undefined;
  /** How many rows are wanted at most; a hundred where it is left out. */
  readonly limit?: number | undefined;
  /** A column by whose values the selected rows are counted. */
  readonly count?: string | undefined;
}

/** A part of a table. */
export interface RowPage {
  /** How many rows were selected. */
  readonly total: number;
  /** Those of them that were wanted, in the order of their keys. */
  readonly rows: readonly Row[];
  /** How many rows were selected for each value of the column that was to be counted by. */
  readonly counts?: Readonly<Record<string, number>>;
}

type Row = Readonly<Record<string, unknown>>;

/** What is neither shown nor searched: credentials, and the bytes of attachments. */
const hidden: ReadonlySet<string> = new Set(['password', 'token', 'chunks']);

/** Selects rows of a table; credentials and bytes are left out of them. */
export function selectRows(state: State, table: TableName, selection: RowSelection = {}): RowPage {
  const { where = {}, words = '', offset = 0, limit = 100 } = selection;
  const columns = Object.entries(where);
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const selected = (state.tables[table].all() as unknown as readonly Row[]).filter(
    (row) =>
      columns.every(([column, values]) => !hidden.has(column) && values.includes(String(row[column]))) &&
      (wanted.length === 0 || holdsWords(row, wanted)),
  );
  const page = { total: selected.length, rows: selected.slice(offset, offset + limit).map(shown) };
  return selection.count === undefined ? page : { ...page, counts: countBy(selected, selection.count) };
}

function countBy(rows: readonly Row[], column: string): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  if (hidden.has(column)) return {};
  for (const row of rows) {
    const value = String(row[column]);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

function shown(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !hidden.has(column)));
}

function holdsWords(row: Row, words: readonly string[]): boolean {
  const text = Object.entries(row)
    .filter(([column]) => !hidden.has(column))
    .map(([, value]) => textOf(value))
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).join('\n');
  return String(value);
}
