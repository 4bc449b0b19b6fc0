import BTreeModule from 'sorted-btree';

/** A key by which rows are found. */
export type Key = number | string;

/** The order of keys. */
export function compareKeys(left: Key, right: Key): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * A node of a sorted-btree, as far as ranks need it: inner nodes have children and the highest key of each. The package
 * keeps the size of every subtree but has no look-up by position; a test holds this file against the package's version.
 */
interface TreeNode<Key> {
  readonly keys: readonly Key[];
  readonly children?: readonly TreeNode<Key>[];
  size(): number;
}

/** A sorted map. */
export interface Tree<Key, Value> {
  readonly size: number;
  readonly _root: TreeNode<Key>;
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
  /** A copy. Its cost does not depend on the size, because both share the unchanged parts. */
  clone(): Tree<Key, Value>;
}

type TreeClass = new <Key, Value>(
  pairs: [Key, Value][] | undefined,
  compare: (left: Key, right: Key) => number,
) => Tree<Key, Value>;

// The package is CommonJS: Node hands out its exports object, bundlers and TypeScript its default export.
const exported: object = BTreeModule;

/** Makes sorted maps. */
export const BTree = ('default' in exported ? exported.default : exported) as TreeClass;

/** How many keys of a tree stand before this one. */
export function rankOf<Key>(tree: Tree<Key, unknown>, key: Key, compare: (left: Key, right: Key) => number): number {
  let node = tree._root;
  let rank = 0;
  while (node.children !== undefined) {
    let before = lowerBound(node.keys, key, compare);
    let below: TreeNode<Key> | undefined;
    for (const child of node.children) {
      if (before === 0) {
        below = child;
        break;
      }
      rank += child.size();
      before -= 1;
    }
    if (below === undefined) return rank;
    node = below;
  }
  return rank + lowerBound(node.keys, key, compare);
}

/** The key at a position, counted from 0; undefined past the last. */
export function keyAt<Key>(tree: Tree<Key, unknown>, position: number): Key | undefined {
  let node = tree._root;
  let rest = position;
  if (rest < 0 || rest >= node.size()) return undefined;
  while (node.children !== undefined) {
    for (const child of node.children) {
      const size = child.size();
      if (rest < size) {
        node = child;
        break;
      }
      rest -= size;
    }
  }
  return node.keys[rest];
}

/** The position of the first key that is not lower than this one. */
function lowerBound<Key>(keys: readonly Key[], key: Key, compare: (left: Key, right: Key) => number): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(keys[middle] as Key, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
