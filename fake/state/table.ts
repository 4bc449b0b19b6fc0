import { HashedIndex } from './hashed-index.js';
import { OrderedIndex } from './ordered-index.js';
import { BTree, compareKeys, rankOf } from './tree.js';
import type { Key, Tree } from './tree.js';
import { spend, unlimited } from './work.js';

/** The steps that undo changes, one step for each change. */
export class UndoLog {
  #steps: (() => void)[] | undefined;

  /** Records how to undo a change, if the log is open. */
  note(undo: () => void): void {
    this.#steps?.push(undo);
  }

  /** Runs an action; if it throws, all changes that it noted are undone, the last first. */
  run<Result>(action: () => Result): Result {
    const outer = this.#steps;
    const steps = outer ?? [];
    const before = steps.length;
    this.#steps = steps;
    try {
      return action();
    } catch (error) {
      // An undo is a change too, but must not be recorded.
      this.#steps = undefined;
      unlimited(() => {
        for (const undo of steps.splice(before).reverse()) undo();
      });
      throw error;
    } finally {
      this.#steps = outer;
    }
  }
}

/** The value of an index that a row stands under; undefined keeps the row out of the index. */
type ValueOf<Row> = (row: Row) => Key | undefined;

/**
 * The values by which an index finds rows: one value of each row, several values of each row, one value whose rows can
 * be read by position, or several values whose rows can be read by range. The last two cost more to write.
 */
export type IndexOf<Row> =
  | ValueOf<Row>
  | { readonly each: (row: Row) => readonly Key[] }
  | { readonly ordered: ValueOf<Row> }
  | { readonly orderedEach: (row: Row) => readonly Key[] };

/** The indexes of a table, by name. */
export type Indexes<Row, Name extends string> = Readonly<Record<Name, IndexOf<Row>>>;

/** The steps of reading and of writing one row. */
const READ = 10;
const WRITE = 200;

type TableIndex<K extends Key> = HashedIndex<K> | OrderedIndex<K>;

/**
 * Rows by key, sorted, with any number of indexes. `fork` costs the same for ten rows as for a million: both tables
 * share their content until one of them is written to, and after that all unchanged parts. This requires that rows are
 * replaced, never changed.
 */
export class Table<Row, K extends Key, Name extends string = never> {
  readonly #keyOf: (row: Row) => K;
  readonly #declared: Indexes<Row, Name>;
  readonly #names: readonly Name[];
  #rows: Tree<K, Row>;
  #indexes: Readonly<Record<Name, TableIndex<K>>>;
  #isShared: boolean;
  #content: object;
  readonly #undoLog: UndoLog | undefined;

  constructor(keyOf: (row: Row) => K, indexes: Indexes<Row, Name>, origin?: Table<Row, K, Name>, undoLog?: UndoLog) {
    this.#keyOf = keyOf;
    this.#declared = indexes;
    this.#undoLog = undoLog;
    this.#isShared = origin !== undefined;
    if (origin) {
      this.#names = origin.#names;
      this.#content = origin.#content;
      this.#rows = origin.#rows;
      this.#indexes = origin.#indexes;
      origin.#isShared = true;
    } else {
      this.#names = Object.keys(indexes) as Name[];
      this.#content = {};
      this.#rows = new BTree<K, Row>(undefined, compareKeys);
      this.#indexes = mapValues(indexes, (index) => (isOrdered(index) ? new OrderedIndex<K>() : new HashedIndex<K>()));
    }
  }

  /** How many rows there are. */
  get size(): number {
    return this.#rows.size;
  }

  /** An object that identifies the rows: it stays the same as long as the rows do. */
  get content(): object {
    return this.#content;
  }

  /** The row with this key. */
  get(key: K): Row | undefined {
    spend(READ);
    return this.#rows.get(key);
  }

  /** All rows in the order of their keys. */
  all(): Row[] {
    spend(READ + 6 * this.#rows.size);
    return this.#rows.valuesArray();
  }

  /** The row with the largest key. */
  last(): Row | undefined {
    const key = this.#rows.maxKey();
    return key === undefined ? undefined : this.#rows.get(key);
  }

  /** The rows with this value of an index, in the order of their keys. */
  where(index: Name, value: Key): Row[] {
    const keys = this.#indexes[index].keys(value);
    spend(READ * (1 + keys.length));
    return keys.map((key) => this.#rows.get(key) as Row);
  }

  /** The first row with this value of an index. */
  first(index: Name, value: Key): Row | undefined {
    spend(2 * READ);
    const key = this.#indexes[index].first(value);
    return key === undefined ? undefined : this.#rows.get(key);
  }

  /** How many rows have this value of an index. */
  count(index: Name, value: Key): number {
    spend(READ);
    return this.#indexes[index].count(value);
  }

  /** The values of an index that rows have, in no order; empty for an ordered index. */
  valuesIn(index: Name): Key[] {
    const found = this.#indexes[index];
    spend(READ * this.#rows.size);
    return found instanceof HashedIndex ? found.values() : [];
  }

  /** The number of rows with this value of an ordered index whose keys are lower than this key. */
  countBelow(index: Name, value: Key, key: K): number {
    return this.#ordered(index).countBelow(value, key);
  }

  /** A part of the rows of `where` for an ordered index, by position. The cost does not depend on the position. */
  slice(index: Name, value: Key, offset: number, limit: number): Row[] {
    const keys = this.#ordered(index).slice(value, offset, limit);
    spend(READ * (1 + keys.length));
    return this.#rowsAt(keys);
  }

  /** The number of places that rows have in an ordered index under the values from `low` to below `high`. */
  countBetween(index: Name, low: Key, high: Key): number {
    return this.#ordered(index).countBetween(low, high);
  }

  /**
   * Gives the rows under those values, in the order of the values, until `isEnough`. A row comes once for each value
   * that it has.
   */
  walk(index: Name, low: Key, high: Key, isEnough: (row: Row) => boolean): void {
    this.#ordered(index).walk(low, high, (key) => {
      spend(READ);
      return isEnough(this.#rows.get(key) as Row);
    });
  }

  /** The rows whose keys are not lower than `low` and lower than `high`, in their order. */
  between(low: K, high: K): Row[] {
    const rows = this.#rows.getRange(low, high).map(([, row]) => row);
    spend(READ * (1 + rows.length));
    return rows;
  }

  /** Whether any row has this value of an index. */
  any(index: Name, value: Key): boolean {
    spend(READ);
    return this.#indexes[index].first(value) !== undefined;
  }

  /** Stores a row, in place of the one with the same key. */
  set(row: Row): void {
    spend(WRITE);
    const key = this.#keyOf(row);
    const previous = this.#rows.get(key);
    this.#beginChange(key, previous);
    this.#rows.set(key, row);
    for (const name of this.#names) this.#move(name, key, previous, row);
  }

  /** Removes the row with this key; tells whether there was one. */
  delete(key: K): boolean {
    const previous = this.#rows.get(key);
    if (previous === undefined) return false;
    spend(WRITE);
    this.#beginChange(key, previous);
    for (const name of this.#names) this.#move(name, key, previous, undefined);
    return this.#rows.delete(key);
  }

  /**
   * A table with the same rows; neither of the two changes when the other does.
   *
   * @param undoLog notes how to undo each change of it
   */
  fork(undoLog?: UndoLog): Table<Row, K, Name> {
    return new Table(this.#keyOf, this.#declared, this, undoLog);
  }

  /** The rows with these sorted keys. Neighbouring rows are read at once. */
  #rowsAt(keys: readonly K[]): Row[] {
    const [first, last] = [keys[0] as K, keys.at(-1) as K];
    if (keys.length === 0) return [];
    const between = rankOf<K>(this.#rows, last, compareKeys) - rankOf<K>(this.#rows, first, compareKeys);
    if (between + 1 !== keys.length) return keys.map((key) => this.#rows.get(key) as Row);
    const found: Row[] = [];
    this.#rows.forRange(first, last, true, (_key, row) => void found.push(row));
    return found;
  }

  #beginChange(key: K, previous: Row | undefined): void {
    this.#content = {};
    this.#undoLog?.note(() => {
      if (previous === undefined) this.delete(key);
      else this.set(previous);
    });
    if (!this.#isShared) return;
    this.#rows = this.#rows.clone();
    this.#indexes = mapValues(this.#indexes, (index) => index.fork());
    this.#isShared = false;
  }

  /** Puts a row into an index where it belongs, and removes the row that it replaces. */
  #move(name: Name, key: K, previous: Row | undefined, row: Row | undefined): void {
    const declared: IndexOf<Row> = this.#declared[name];
    const index = this.#indexes[name];
    if ('each' in declared || 'orderedEach' in declared) {
      const valuesOf = 'each' in declared ? declared.each : declared.orderedEach;
      const before = new Set(previous === undefined ? [] : valuesOf(previous));
      const after = new Set(row === undefined ? [] : valuesOf(row));
      spend(READ * (before.size + after.size));
      for (const value of before) if (!after.has(value)) index.delete(value, key);
      for (const value of after) if (!before.has(value)) index.add(value, key);
      return;
    }
    const valueOf = 'ordered' in declared ? declared.ordered : declared;
    const before = previous === undefined ? undefined : valueOf(previous);
    const after = row === undefined ? undefined : valueOf(row);
    // Most changes leave a row where it stands in its indexes.
    if (before === after) return;
    if (before !== undefined) index.delete(before, key);
    if (after !== undefined) index.add(after, key);
  }

  /** @throws Error for an index that is not ordered */
  #ordered(name: Name): OrderedIndex<K> {
    const index = this.#indexes[name];
    if (index instanceof OrderedIndex) return index;
    throw new Error(`The index ${name} knows no positions: it has to be declared as ordered.`);
  }
}

function isOrdered<Row>(index: IndexOf<Row>): boolean {
  return 'ordered' in index || 'orderedEach' in index;
}

/** A record with the same names, and what each value is mapped to. */
export function mapValues<Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  map: (value: From) => To,
): Record<Name, To> {
  const entries = (Object.entries(record) as [Name, From][]).map(([name, value]) => [name, map(value)] as const);
  return Object.fromEntries(entries) as Record<Name, To>;
}
