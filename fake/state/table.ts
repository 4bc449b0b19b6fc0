import BTreeModule from 'sorted-btree';
import { keyAt, rankOf } from './rank.js';
import { compareKeys, comparePlaces, endOf, isUnder, startOf, tableIndex } from './table-index.js';
import type { IndexKey, IndexOf, Key, Path, TableIndex } from './table-index.js';
import type { UndoLog } from './undo-log.js';

// The package is CommonJS: Node hands out its exports object, bundlers and TypeScript its default export.
const BTree = ((BTreeModule as unknown as { default?: unknown }).default ?? BTreeModule) as typeof BTreeModule.default;
type Tree<Key, Value> = InstanceType<typeof BTree<Key, Value>>;

/** Where a row stands in each index of a table. */
export type Indexes<Row, Name extends string> = Readonly<Record<Name, IndexOf<Row>>>;

/**
 * Rows by key, sorted, with any number of indexes. `fork` costs the same for ten rows as for a million: both tables
 * share their trees until one of them is written to, and from then on all but the nodes that differ. So that this
 * holds, rows are replaced, never changed.
 */
export class Table<Row, K extends Key, Name extends string = never> {
  readonly #keyOf: (row: Row) => K;
  readonly #declared: Indexes<Row, Name>;
  readonly #indexes: Readonly<Record<Name, TableIndex<Row>>>;
  readonly #names: readonly Name[];
  #rows: Tree<K, Row>;
  #trees: Record<Name, Tree<IndexKey, undefined>>;
  #sharesRows: boolean;
  /** The indexes whose trees are shared with nobody; undefined for none. */
  #ownIndexes: Set<Name> | undefined;
  #content: object;
  readonly #undoLog: UndoLog | undefined;

  constructor(keyOf: (row: Row) => K, indexes: Indexes<Row, Name>, origin?: Table<Row, K, Name>, undoLog?: UndoLog) {
    this.#keyOf = keyOf;
    this.#declared = indexes;
    this.#indexes = origin ? origin.#indexes : mapValues(indexes, tableIndex<Row>);
    this.#names = origin ? origin.#names : (Object.keys(indexes) as Name[]);
    this.#undoLog = undoLog;
    this.#content = origin ? origin.#content : {};
    this.#sharesRows = origin !== undefined;
    this.#ownIndexes = origin ? undefined : new Set(this.#names);
    if (origin) {
      origin.#sharesRows = true;
      origin.#ownIndexes = undefined;
    }
    this.#rows = origin ? origin.#rows : new BTree<K, Row>(undefined, compareKeys);
    this.#trees = origin
      ? origin.#trees
      : mapValues(indexes, () => new BTree<IndexKey, undefined>(undefined, comparePlaces));
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

  /** The rows that stand under a path of an index, in the order of their keys. */
  where(index: Name, path: Path): Row[] {
    const start = startOf(path);
    const keys: K[] = [];
    let depth = start.length + 1;
    this.#trees[index].forRange(start, endOf(path), true, (place) => {
      keys.push(place.at(-1) as K);
      depth = Math.max(depth, place.length);
    });
    // Under the beginning of a path they are in the order of what goes on.
    if (depth > start.length + 1) keys.sort(compareKeys);
    return keys.map((key) => this.#rows.get(key) as Row);
  }

  /** The first row that stands under a path of an index. */
  first(index: Name, path: Path): Row | undefined {
    const next = this.#trees[index].nextHigherKey(startOf(path));
    return next !== undefined && isUnder(next, path) ? this.#rows.get(next.at(-1) as K) : undefined;
  }

  /** How many rows stand under this path of an index. */
  count(index: Name, path: Path): number {
    return this.#rank(index, endOf(path)) - this.#rank(index, startOf(path));
  }

  /** How many rows that stand under this value of an index have a lower key than this one. */
  countBelow(index: Name, value: Key, key: K): number {
    return this.#rank(index, [value, key]) - this.#rank(index, startOf(value));
  }

  /** Part of what `where` gives for a value, by position; costs what the part costs, wherever it stands. */
  slice(index: Name, value: Key, offset: number, limit: number): Row[] {
    const tree = this.#trees[index];
    const start = keyAt(tree, this.#rank(index, startOf(value)) + offset);
    if (start === undefined || !isUnder(start, value) || limit <= 0) return [];
    const keys: K[] = [];
    tree.forRange(start, endOf(value), true, (place) => {
      keys.push(place.at(-1) as K);
      return keys.length === limit ? { break: true } : undefined;
    });
    return this.#rowsAt(keys);
  }

  /** The rows whose keys are not lower than `low` and lower than `high`, in their order. */
  between(low: K, high: K): Row[] {
    return this.#rows.getRange(low, high).map(([, row]) => row);
  }

  /** Whether any row stands under this path of an index. */
  any(index: Name, path: Path): boolean {
    return this.first(index, path) !== undefined;
  }

  /** Stores a row, in place of the one with the same key. */
  set(row: Row): void {
    const key = this.#keyOf(row);
    const previous = this.#rows.get(key);
    this.#beginChange(key, previous);
    this.#rows.set(key, row);
    for (const name of this.#names) {
      const index = this.#indexes[name];
      if (previous !== undefined) {
        // Most changes leave a row where it stands in its indexes.
        if (index.standAlike(previous, row)) continue;
        for (const place of index.placesOf(previous, key)) this.#treeToChange(name).delete(place);
      }
      for (const place of index.placesOf(row, key)) this.#treeToChange(name).set(place, undefined);
    }
  }

  /** Removes the row with this key; tells whether there was one. */
  delete(key: K): boolean {
    const previous = this.#rows.get(key);
    if (previous === undefined) return false;
    this.#beginChange(key, previous);
    for (const name of this.#names) {
      for (const place of this.#indexes[name].placesOf(previous, key)) this.#treeToChange(name).delete(place);
    }
    return this.#rows.delete(key);
  }

  /**
   * A table with the same rows; neither of the two changes when the other does.
   *
   * @param undoLog is told how to take back each change of it
   */
  fork(undoLog?: UndoLog): Table<Row, K, Name> {
    return new Table(this.#keyOf, this.#declared, this, undoLog);
  }

  /** The rows with these keys, which are sorted; those that stand side by side are read at one go. */
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
    if (!this.#sharesRows) return;
    this.#rows = this.#rows.clone();
    this.#sharesRows = false;
  }

  /** How many places of an index stand before this one. */
  #rank(index: Name, place: IndexKey): number {
    return rankOf(this.#trees[index], place, comparePlaces);
  }

  #treeToChange(name: Name): Tree<IndexKey, undefined> {
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

function mapValues<Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  map: (value: From) => To,
): Record<Name, To> {
  const entries = (Object.entries(record) as [Name, From][]).map(([name, value]) => [name, map(value)] as const);
  return Object.fromEntries(entries) as Record<Name, To>;
}
