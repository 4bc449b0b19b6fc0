import BTreeModule from 'sorted-btree';
import { keyAt, rankOf } from './rank.js';
import type { UndoLog } from './undo-log.js';

// The package is CommonJS: Node hands out its exports object, bundlers and TypeScript its default export.
const BTree = ((BTreeModule as unknown as { default?: unknown }).default ?? BTreeModule) as typeof BTreeModule.default;
type Tree<Key, Value> = InstanceType<typeof BTree<Key, Value>>;

/** What rows are found by: their key, or the value of an index. */
export type Key = number | string;

/** For each index the value a row stands under; several, or none. */
export type Indexes<Row, Name extends string> = Readonly<Record<Name, (row: Row) => Key | readonly Key[] | undefined>>;

type IndexKey<K extends Key> = readonly [value: Key, key: K];

/**
 * Rows by key, sorted, with any number of indexes. `fork` costs the same for ten rows as for a million: both tables
 * share their trees until one of them is written to, and from then on all but the nodes that differ. So that this
 * holds, rows are replaced, never changed.
 */
export class Table<Row, K extends Key, Name extends string = never> {
  readonly #keyOf: (row: Row) => K;
  readonly #indexes: Indexes<Row, Name>;
  readonly #names: readonly Name[];
  #rows: Tree<K, Row>;
  #trees: Record<Name, Tree<IndexKey<K>, true>>;
  #sharesRows: boolean;
  /** The indexes whose trees are shared with nobody; undefined for none. */
  #ownIndexes: Set<Name> | undefined;
  #content: object;
  readonly #undoLog: UndoLog | undefined;

  constructor(keyOf: (row: Row) => K, indexes: Indexes<Row, Name>, origin?: Table<Row, K, Name>, undoLog?: UndoLog) {
    this.#keyOf = keyOf;
    this.#indexes = indexes;
    this.#names = origin ? origin.#names : (Object.keys(indexes) as Name[]);
    this.#undoLog = undoLog;
    this.#content = origin ? origin.#content : {};
    this.#sharesRows = origin !== undefined;
    this.#ownIndexes = origin ? undefined : new Set(this.#names);
    if (origin) {
      origin.#sharesRows = true;
      origin.#ownIndexes = undefined;
    }
    this.#rows = origin ? origin.#rows : new BTree<K, Row>(undefined, compare);
    this.#trees = origin
      ? origin.#trees
      : mapValues(indexes, () => new BTree<IndexKey<K>, true>(undefined, compareIndexKeys));
  }

  /** How many rows there are. */
  get size(): number {
    return this.#rows.size;
  }

  /** Stands for the rows: the same object as long as they are the same. */
  get content(): object {
    return this.#content;
  }

  /** The row with this key. */
  get(key: K): Row | undefined {
    return this.#rows.get(key);
  }

  /** All rows in the order of their keys. */
  all(): Row[] {
    return this.#rows.valuesArray();
  }

  /** The row with the largest key. */
  last(): Row | undefined {
    const key = this.#rows.maxKey();
    return key === undefined ? undefined : this.#rows.get(key);
  }

  /** The rows that stand under this value of an index, in the order of their keys. */
  where(index: Name, value: Key): Row[] {
    const found: Row[] = [];
    this.#trees[index].forRange([value, LOWEST as K], [value, HIGHEST as K], true, ([, key]) => {
      found.push(this.#rows.get(key) as Row);
    });
    return found;
  }

  /** The rows that stand under values of an index that start with a text, in the order of their keys. */
  whereStarting(index: Name, start: string): Row[] {
    const keys: K[] = [];
    this.#trees[index].forRange([start, LOWEST as K], [`${start}\uffff`, HIGHEST as K], true, ([, key]) => {
      keys.push(key);
    });
    return keys.sort(compare).map((key) => this.#rows.get(key) as Row);
  }

  /** The first row that stands under this value of an index. */
  first(index: Name, value: Key): Row | undefined {
    const next = this.#trees[index].nextHigherKey([value, LOWEST as K]);
    return next?.[0] === value ? this.#rows.get(next[1]) : undefined;
  }

  /** How many rows stand under this value of an index. */
  count(index: Name, value: Key): number {
    const tree = this.#trees[index];
    const before = (key: Key) => rankOf(tree, [value, key as K], compareIndexKeys);
    return before(HIGHEST) - before(LOWEST);
  }

  /** How many rows that stand under this value of an index have a lower key than this one. */
  countBelow(index: Name, value: Key, key: K): number {
    const tree = this.#trees[index];
    return rankOf(tree, [value, key], compareIndexKeys) - rankOf(tree, [value, LOWEST as K], compareIndexKeys);
  }

  /** Part of what `where` gives, by position; costs what the part costs, wherever it stands. */
  slice(index: Name, value: Key, offset: number, limit: number): Row[] {
    const tree = this.#trees[index];
    const start = keyAt(tree, rankOf(tree, [value, LOWEST as K], compareIndexKeys) + offset);
    if (start?.[0] !== value || limit <= 0) return [];
    const keys: K[] = [];
    tree.forRange(start, [value, HIGHEST as K], true, ([, key]) => {
      keys.push(key);
      return keys.length === limit ? { break: true } : undefined;
    });
    return this.#rowsAt(keys);
  }

  /** The rows whose keys are not lower than `low` and lower than `high`, in their order. */
  between(low: K, high: K): Row[] {
    return this.#rows.getRange(low, high).map(([, row]) => row);
  }

  /** Whether any row stands under this value of an index. */
  any(index: Name, value: Key): boolean {
    return this.first(index, value) !== undefined;
  }

  /** Stores a row, in place of the one with the same key. */
  set(row: Row): void {
    const key = this.#keyOf(row);
    const previous = this.#rows.get(key);
    this.#beginChange(key, previous);
    this.#rows.set(key, row);
    for (const name of this.#names) {
      const valuesOf = this.#indexes[name];
      const before = previous && valuesOf(previous);
      const after = valuesOf(row);
      // Most changes leave a row where it stands in its indexes.
      if (before === after && !Array.isArray(after)) continue;
      for (const value of listOf(before)) this.#treeToChange(name).delete([value, key]);
      for (const value of listOf(after)) this.#treeToChange(name).set([value, key], true);
    }
  }

  /** Removes the row with this key; tells whether there was one. */
  delete(key: K): boolean {
    const previous = this.#rows.get(key);
    if (previous === undefined) return false;
    this.#beginChange(key, previous);
    for (const name of this.#names) {
      for (const value of listOf(this.#indexes[name](previous))) this.#treeToChange(name).delete([value, key]);
    }
    return this.#rows.delete(key);
  }

  /**
   * A table with the same rows; neither of the two changes when the other does.
   *
   * @param undoLog is told how to take back each change of it
   */
  fork(undoLog?: UndoLog): Table<Row, K, Name> {
    return new Table(this.#keyOf, this.#indexes, this, undoLog);
  }

  /** The rows with these keys, which are sorted; those that stand side by side are read at one go. */
  #rowsAt(keys: readonly K[]): Row[] {
    const [first, last] = [keys[0] as K, keys.at(-1) as K];
    if (keys.length === 0) return [];
    const between = rankOf<K>(this.#rows, last, compare) - rankOf<K>(this.#rows, first, compare);
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
    if (!this.#sharesRows) return;
    this.#rows = this.#rows.clone();
    this.#sharesRows = false;
  }

  #treeToChange(name: Name): Tree<IndexKey<K>, true> {
    if (this.#ownIndexes === undefined) {
      this.#ownIndexes = new Set();
      this.#trees = { ...this.#trees };
    }
    if (!this.#ownIndexes.has(name)) {
      this.#trees[name] = this.#trees[name].clone();
      this.#ownIndexes.add(name);
    }
    return this.#trees[name];
  }
}

/** Keys before and after every other, for the ends of a range. */
const LOWEST = Symbol('lowest') as unknown as Key;
const HIGHEST = Symbol('highest') as unknown as Key;

/** The values of an index that a row stands under. */
function listOf(values: Key | readonly Key[] | undefined): readonly Key[] {
  if (values === undefined) return [];
  return typeof values === 'object' ? values : [values];
}

function compare(left: Key, right: Key): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

function compareIndexKeys<K extends Key>([value, key]: IndexKey<K>, [otherValue, otherKey]: IndexKey<K>): number {
  if (value !== otherValue) return value < otherValue ? -1 : 1;
  if (key === otherKey) return 0;
  if (key === LOWEST || otherKey === HIGHEST) return -1;
  if (key === HIGHEST || otherKey === LOWEST) return 1;
  return key < otherKey ? -1 : 1;
}

function mapValues<Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  map: (value: From) => To,
): Record<Name, To> {
  const entries = (Object.entries(record) as [Name, From][]).map(([name, value]) => [name, map(value)] as const);
  return Object.fromEntries(entries) as Record<Name, To>;
}
