import BTreeModule from 'sorted-btree';

/** A sorted map. */
export interface Tree<Key, Value> {
  readonly size: number;
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): boolean;
  delete(key: Key): boolean;
  minKey(): Key | undefined;
  maxKey(): Key | undefined;
  keysArray(): Key[];
  valuesArray(): Value[];
  /** The pairs whose keys are not lower than `low` and lower than `high`. */
  getRange(low: Key, high: Key): [Key, Value][];
  nextHigherKey(key: Key): Key | undefined;
  /** Gives the pairs from `low` to `high` one by one, until it is told to break. */
  forRange(
    low: Key,
    high: Key,
    includeHigh: boolean,
    take: (key: Key, value: Value) => { break: true } | undefined,
  ): void;
  /** A copy, which costs the same however much there is: both share what does not change. */
  clone(): Tree<Key, Value>;
}

type TreeClass = new <Key, Value>(
  pairs: [Key, Value][] | undefined,
  compare: (left: Key, right: Key) => number,
) => Tree<Key, Value>;

// The package is CommonJS: Node hands out its exports object, bundlers and TypeScript its default export.
/** Makes sorted maps. */
export const BTree = ((BTreeModule as unknown as { default?: unknown }).default ?? BTreeModule) as TreeClass;
