import type { Tree } from './b-tree.js';

/**
 * A node of a sorted-btree, as far as ranks need it: inner nodes have children and the highest key of each. The package
 * keeps the size of every subtree but has no look-up by position; a test holds this file against the package's version.
 */
interface TreeNode<Key> {
  readonly keys: readonly Key[];
  readonly children?: readonly TreeNode<Key>[];
  size(): number;
}

function rootOf<Key>(tree: Tree<Key, unknown>): TreeNode<Key> {
  return (tree as unknown as { readonly _root: TreeNode<Key> })._root;
}

/** How many keys of a tree stand before this one. */
export function rankOf<Key>(tree: Tree<Key, unknown>, key: Key, compare: (left: Key, right: Key) => number): number {
  let node = rootOf(tree);
  let rank = 0;
  while (node.children !== undefined) {
    const index = lowerBound(node.keys, key, compare);
    if (index === node.children.length) return rank + node.size();
    for (let before = 0; before < index; before += 1) rank += (node.children[before] as TreeNode<Key>).size();
    node = node.children[index] as TreeNode<Key>;
  }
  return rank + lowerBound(node.keys, key, compare);
}

/** The key at a position, counted from 0; undefined past the last. */
export function keyAt<Key>(tree: Tree<Key, unknown>, position: number): Key | undefined {
  let node = rootOf(tree);
  let rest = position;
  if (rest < 0 || rest >= node.size()) return undefined;
  while (node.children !== undefined) {
    let index = 0;
    let child = node.children[index] as TreeNode<Key>;
    while (rest >= child.size()) {
      rest -= child.size();
      child = node.children[++index] as TreeNode<Key>;
    }
    node = child;
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
