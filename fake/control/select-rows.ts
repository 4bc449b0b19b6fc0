import { TenantError } from '../server/errors.js';
import type { State } from '../state/state.js';
import type { TableName } from '../state/tables.js';

/** Which rows of a table are wanted. */
export interface RowSelection {
  /** By column what stands there, as text; any of several values will do. */
  readonly where?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Words that stand somewhere in a row, each of them, whatever their case. */
  readonly words?: string | undefined;
  /** How many rows are passed over; none if it is left out. */
  readonly offset?: number | undefined;
  /** How many rows are wanted at most; a hundred if it is left out. */
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

/** How many different words can be asked for: each is looked for in all of a row. */
const WORDS_LIMIT = 50;

type Row = Readonly<Record<string, unknown>>;

/** What is neither shown nor searched: credentials, and the bytes of attachments. */
const hidden: ReadonlySet<string> = new Set(['password', 'token', 'chunks']);

/**
 * Selects rows of a table; credentials and bytes are left out of them.
 *
 * @throws TenantError for more words than can be asked for
 */
export function selectRows(state: State, table: TableName, selection: RowSelection = {}): RowPage {
  const { where = {}, words = '', offset = 0, limit = 100 } = selection;
  const columns = Object.entries(where);
  const wanted = [...new Set(words.toLowerCase().split(/\s+/).filter(Boolean))];
  if (wanted.length > WORDS_LIMIT) {
    throw new TenantError(400, `Rows are asked for by at most ${WORDS_LIMIT} words; ${wanted.length} were sent.`);
  }
  const rows: readonly object[] = state.tables[table].all();
  const selected = rows.filter(
    (row) =>
      columns.every(([column, values]) => !hidden.has(column) && values.includes(textIn(row, column))) &&
      (wanted.length === 0 || holdsWords(row, wanted)),
  );
  const page = { total: selected.length, rows: selected.slice(offset, offset + limit).map(shown) };
  return selection.count === undefined ? page : { ...page, counts: countBy(selected, selection.count) };
}

function countBy(rows: readonly object[], column: string): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  if (hidden.has(column)) return {};
  for (const row of rows) {
    const value = textIn(row, column);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

/** What stands in a column of a row, as text. */
function textIn(row: object, column: string): string {
  const value: unknown = Reflect.get(row, column);
  return String(value);
}

function shown(row: object): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !hidden.has(column)));
}

function holdsWords(row: object, words: readonly string[]): boolean {
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
