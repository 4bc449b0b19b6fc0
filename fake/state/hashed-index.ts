import { BTree, compareKeys } from './tree.js';
import type { Key, Tree } from './tree.js';

/** The keys under one value: one, few in their order, or many. */
type Bucket<K extends Key> = K | Several<K>;
type Several<K extends Key> = K[] | Tree<K, undefined>;

/** Up to this many keys are copied if they are shared and changed. */
const FEW = 1_024;

/** After how many forks of forks the values beneath are put together. */
const DEEPEST = 4;

/** The keys of rows by a value that they have in common, found at one go. */
export class HashedIndex<K extends Key> {
  /** The layers it was forked from, the newest last. They are never written to. */
  readonly #beneath: readonly ReadonlyMap<Key, Bucket<K>>[];
  /** The buckets that differ from the layers beneath. */
  readonly #own = new Map<Key, Bucket<K>>();

  constructor(beneath: readonly ReadonlyMap<Key, Bucket<K>>[] = []) {
    this.#beneath = beneath;
  }

  /** The keys under a value, in their order. */
  keys(value: Key): readonly K[] {
    const bucket = this.#bucket(value);
    if (bucket === undefined) return [];
    if (!areSeveral(bucket)) return [bucket];
    return bucket instanceof BTree ? bucket.keysArray() : bucket;
  }

  /** The first of the keys under a value. */
  first(value: Key): K | undefined {
    const bucket = this.#bucket(value);
    if (bucket === undefined || !areSeveral(bucket)) return bucket;
    return bucket instanceof BTree ? bucket.minKey() : bucket[0];
  }

  /** How many keys there are under a value. */
  count(value: Key): number {
    const bucket = this.#bucket(value);
    if (bucket === undefined) return 0;
    if (!areSeveral(bucket)) return 1;
    return bucket instanceof BTree ? bucket.size : bucket.length;
  }

  /** The values that keys stand under, in no order. */
  values(): Key[] {
    const all = new Set([...this.#beneath, this.#own].flatMap((layer) => [...layer.keys()]));
    return [...all].filter((value) => this.count(value) > 0);
  }

  /** Puts a key under a value. */
  add(value: Key, key: K): void {
    const bucket = this.#bucket(value);
    if (bucket === undefined || isEmpty(bucket)) this.#own.set(value, key);
    else if (!areSeveral(bucket)) this.#own.set(value, inOrder(bucket, key));
    else if (bucket instanceof BTree) this.#treeToChange(value, bucket).set(key, undefined);
    else if (bucket.length < FEW) insert(this.#listToChange(value, bucket), key);
    else this.#own.set(value, treeOf([...bucket, key]));
  }

  /** Takes a key away from under a value. */
  delete(value: Key, key: K): void {
    const bucket = this.#bucket(value);
    if (bucket === undefined) return;
    if (bucket instanceof BTree) {
      const tree = this.#treeToChange(value, bucket);
      tree.delete(key);
      if (tree.size === 0) this.#keep(value, []);
      return;
    }
    if (!areSeveral(bucket)) {
      if (bucket === key) this.#keep(value, []);
      return;
    }
    // Most are the last, because the last change is undone first.
    const place = bucket.lastIndexOf(key);
    if (place === -1) return;
    const left = this.#listToChange(value, bucket);
    left.splice(place, 1);
    this.#keep(value, left.length === 1 ? (left[0] as K) : left);
  }

  /** An index that starts as this one is. This one is not to be written to from then on: fork it too. */
  fork(): HashedIndex<K> {
    if (this.#own.size === 0) return new HashedIndex(this.#beneath);
    const beneath = [...this.#beneath, this.#own];
    return new HashedIndex(beneath.length > DEEPEST ? [together(beneath)] : beneath);
  }

  #bucket(value: Key): Bucket<K> | undefined {
    return this.#own.get(value) ?? this.#bucketBeneath(value);
  }

  #bucketBeneath(value: Key): Bucket<K> | undefined {
    for (let depth = this.#beneath.length - 1; depth >= 0; depth -= 1) {
      const bucket = this.#beneath[depth]?.get(value);
      if (bucket !== undefined) return bucket;
    }
    return undefined;
  }

  #keep(value: Key, bucket: Bucket<K>): void {
    // An empty bucket hides a bucket beneath it. Without one beneath, it is not needed.
    if (isEmpty(bucket) && isEmpty(this.#bucketBeneath(value) ?? [])) this.#own.delete(value);
    else this.#own.set(value, bucket);
  }

  #listToChange(value: Key, list: K[]): K[] {
    if (this.#own.get(value) === list) return list;
    const copy = [...list];
    this.#own.set(value, copy);
    return copy;
  }

  #treeToChange(value: Key, tree: Tree<K, undefined>): Tree<K, undefined> {
    if (this.#own.get(value) === tree) return tree;
    const copy = tree.clone();
    this.#own.set(value, copy);
    return copy;
  }
}

function areSeveral<K extends Key>(bucket: Bucket<K>): bucket is Several<K> {
  return typeof bucket === 'object';
}

function isEmpty<K extends Key>(bucket: Bucket<K>): boolean {
  return Array.isArray(bucket) && bucket.length === 0;
}

/** Two keys in their order, or one that is there twice. */
function inOrder<K extends Key>(key: K, other: K): Bucket<K> {
  if (key === other) return key;
  return key < other ? [key, other] : [other, key];
}

/** Puts a key if it belongs among others. Most are the last: ids are counted up. */
function insert<K extends Key>(keys: K[], key: K): void {
  let place = keys.length;
  while (place > 0 && (keys[place - 1] as K) > key) place -= 1;
  if (keys[place - 1] === key) return;
  if (place === keys.length) keys.push(key);
  else keys.splice(place, 0, key);
}

function treeOf<K extends Key>(keys: readonly K[]): Tree<K, undefined> {
  return new BTree<K, undefined>(
    keys.map((key) => [key, undefined]),
    compareKeys,
  );
}

/** Merges all layers; newer layers win. Empty buckets are left out. */
function together<K extends Key>(layers: readonly ReadonlyMap<Key, Bucket<K>>[]): ReadonlyMap<Key, Bucket<K>> {
  const all = new Map<Key, Bucket<K>>();
  for (const layer of layers) for (const [value, bucket] of layer) all.set(value, bucket);
  for (const [value, bucket] of all) if (isEmpty(bucket)) all.delete(value);
  return all;
}
