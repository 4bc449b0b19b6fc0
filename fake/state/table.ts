import BTreeModule from 'sorted-btree';
import { keyAt, rankOf } from './rank.js';

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
 * share their trees until the fork is first written to, and from then on all but the nodes that differ. So that this
 * holds, a table that has been forked is not written to again, and rows are replaced, never changed.
 */
export class Table<Row, K extends Key, Name extends string = never> {
  readonly #keyOf: (row: Row) => K;
  readonly #indexes: Indexes<Row, Name>;
  #rows: Tree<K, Row>;
  #trees: Record<Name, Tree<IndexKey<K>, true>>;
  #shared: boolean;

  constructor(keyOf: (row: Row) => K, indexes: Indexes<Row, Name>, origin?: Table<Row, K, Name>) {
    this.#keyOf = keyOf;
    this.#indexes = indexes;
    this.#shared = origin !== undefined;
    this.#rows = origin ? origin.#rows : new BTree<K, Row>(undefined, compare);
    this.#trees = origin
      ? origin.#trees
      : mapValues(indexes, () => new BTree<IndexKey<K>, true>(undefined, compareIndexKeys));
  }

  /** How many rows there are. */
  get size(): number {
    return this.#rows.size;
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
    const found: Row[] = [];
    if (start?.[0] !== value || limit <= 0) return found;
    tree.forRange(start, [value, HIGHEST as K], true, ([, key]) => {
      found.push(this.#rows.get(key) as Row);
      return found.length === limit ? { break: true } : undefined;
    });
    return found;
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
    this.#own();
    const key = this.#keyOf(row);
    const previous = this.#rows.get(key);
    if (previous !== undefined) this.#unindex(previous, key);
    this.#rows.set(key, row);
    this.#eachIndexKey(row, key, (tree, indexKey) => tree.set(indexKey, true));
  }

  /** Removes the row with this key; tells whether there was one. */
  delete(key: K): boolean {
    const previous = this.#rows.get(key);
    if (previous === undefined) return false;
    this.#own();
    this.#unindex(previous, key);
    return this.#rows.delete(key);
  }

  /** A table with the same rows that can be changed without changing this one. */
  fork(): Table<Row, K, Name> {
    return new Table(this.#keyOf, this.#indexes, this);
  }

  #own(): void {
    if (!this.#shared) return;
    this.#rows = this.#rows.clone();
    this.#trees = mapValues(this.#trees, (tree) => tree.clone());
    this.#shared = false;
  }

  #unindex(row: Row, key: K): void {
    this.#eachIndexKey(row, key, (tree, indexKey) => tree.delete(indexKey));
  }

  #eachIndexKey(row: Row, key: K, act: (tree: Tree<IndexKey<K>, true>, indexKey: IndexKey<K>) => void): void {
    for (const name of Object.keys(this.#indexes) as Name[]) {
      const values = this.#indexes[name](row);
      if (values === undefined) continue;
      for (const value of Array.isArray(values) ? (values as Key[]) : [values as Key]) {
        act(this.#trees[name], [value, key]);
      }
    }
  }
}

/** Keys before and after every other, for the ends of a range. */
const LOWEST = Symbol('lowest') as unknown as Key;
const HIGHEST = Symbol('highest') as unknown as Key;

function compare(left: Key, right: Key): number {
  if (left === right) return 0;
  if (left === LOWEST || right === HIGHEST) return -1;
  if (left === HIGHEST || right === LOWEST) return 1;
  return left < right ? -1 : 1;
}

function compareIndexKeys<K extends Key>(left: IndexKey<K>, right: IndexKey<K>): number {
  return compare(left[0], right[0]) || compare(left[1], right[1]);
}

function mapValues<Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  map: (value: From) => To,
): Record<Name, To> {
  const entries = (Object.entries(record) as [Name, From][]).map(([name, value]) => [name, map(value)] as const);
  return Object.fromEntries(entries) as Record<Name, To>;
}
