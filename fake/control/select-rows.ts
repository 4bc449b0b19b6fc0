import { didYouMean } from '../../contracts/nearest.js';
import { refuseUnknown, TenantError } from '../server/errors.js';
import { limits } from '../server/limits.js';
import type { State } from '../state/state.js';
import type { TableName } from '../state/tables.js';

export interface RowSelection {
  /** Values by column, as text; a row needs one of them. */
  readonly where?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Words that a row has to contain, in any case. */
  readonly words?: string | undefined;
  /** How many rows are skipped. Default: 0 */
  readonly offset?: number | undefined;
  /** How many rows are returned at most. Default: 100 */
  readonly limit?: number | undefined;
}

/** A part of the rows of a table. */
export interface RowPage {
  /** How many rows were selected. */
  readonly total: number;
  /** The requested part of them, in the order of their keys. */
  readonly rows: readonly Row[];
}

type Row = Readonly<Record<string, unknown>>;

/** Columns that are neither shown nor searched: credentials, and the bytes of attachments. */
const hidden: ReadonlySet<string> = new Set(['password', 'token', 'chunks']);

/** Selects rows of a table, without credentials and bytes. @throws TenantError for an unknown table or too many words */
export function selectRows({ tables }: State, table: string, selection: RowSelection = {}): RowPage {
  const names = Object.keys(tables) as TableName[];
  const name = names.find((one) => one === table);
  if (name === undefined) {
    throw new TenantError(
      404,
      `There is no table ${table}. ${didYouMean(table, names, `There are: ${names.join(', ')}.`)}`,
    );
  }
  refuseUnknown('rows', selection, { where: 1, words: 1, offset: 1, limit: 1 });
  const { where = {}, words = '', offset = 0, limit = 100 } = selection;
  const columns = Object.entries(where).map(([column, values]) => [column, new Set(values)] as const);
  const wanted = [...new Set(words.toLowerCase().split(/\s+/).filter(Boolean))];
  if (wanted.length > limits.words) {
    throw new TenantError(400, `Rows are asked for by at most ${limits.words} words; ${wanted.length} were sent.`);
  }
  const rows: readonly object[] = tables[name].all();
  const selected = rows.filter(
    (row) =>
      columns.every(([column, values]) => !hidden.has(column) && values.has(textIn(row, column))) &&
      (wanted.length === 0 || holdsWords(row, wanted)),
  );
  return { total: selected.length, rows: selected.slice(offset, offset + limit).map(shown) };
}

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
