import { BTree, compareKeys, keyAt, rankOf } from './tree.js';
import type { Key, Tree } from './tree.js';

/** Before and after every other key. */
const LOWEST = Symbol('lowest');
const HIGHEST = Symbol('highest');
type Bound = Key | typeof LOWEST | typeof HIGHEST;

/** The value of an index that a row stands under, and its own key. */
type Place = readonly [value: Key, key: Bound];

/** The keys of rows by a value that they have in common, in an order that can be counted in. */
export class OrderedIndex<K extends Key> {
  readonly #places: Tree<Place, undefined>;

  constructor(places: Tree<Place, undefined> = new BTree<Place, undefined>(undefined, comparePlaces)) {
    this.#places = places;
  }

  /** The keys under a value, in their order. */
  keys(value: Key): readonly K[] {
    return this.slice(value, 0, Infinity);
  }

  /** The first of the keys under a value. */
  first(value: Key): K | undefined {
    const next = this.#places.nextHigherKey([value, LOWEST]);
    return next?.[0] === value ? (next[1] as K) : undefined;
  }

  /** How many keys there are under a value. */
  count(value: Key): number {
    return this.countBelow(value, HIGHEST);
  }

  /** How many keys under a value are lower than this one. */
  countBelow(value: Key, key: Bound): number {
    return this.#rank([value, key]) - this.#rank([value, LOWEST]);
  }

  /** Part of the keys under a value, by position; costs what the part costs, wherever it stands. */
  slice(value: Key, offset: number, limit: number): readonly K[] {
    const start = offset === 0 ? ([value, LOWEST] as const) : keyAt(this.#places, this.#rank([value, LOWEST]) + offset);
    if (start?.[0] !== value || limit <= 0) return [];
    const keys: K[] = [];
    this.#places.forRange(start, [value, HIGHEST], true, ([, key]) => {
      keys.push(key as K);
      return keys.length === limit ? { break: true } : undefined;
    });
    return keys;
  }

  /** How many places there are under the values from `low` on that are below `high`. */
  countBetween(low: Key, high: Key): number {
    return this.#rank([high, LOWEST]) - this.#rank([low, LOWEST]);
  }

  /** Gives the keys under the values from `low` to below `high`, in the order of the values, until `isEnough`. */
  walk(low: Key, high: Key, isEnough: (key: K) => boolean): void {
    this.#places.forRange([low, LOWEST], [high, LOWEST], false, ([, key]) =>
      isEnough(key as K) ? { break: true } : undefined,
    );
  }

  /** Puts a key under a value. */
  add(value: Key, key: K): void {
    this.#places.set([value, key], undefined);
  }

  /** Takes a key away from under a value. */
  delete(value: Key, key: K): void {
    this.#places.delete([value, key]);
  }

  /** An index that starts as this one is; neither of the two changes when the other does. */
  fork(): OrderedIndex<K> {
    return new OrderedIndex(this.#places.clone());
  }

  /** How many places stand before this one. */
  #rank(place: Place): number {
    return rankOf(this.#places, place, comparePlaces);
  }
}

function comparePlaces([leftValue, leftKey]: Place, [rightValue, rightKey]: Place): number {
  if (leftValue !== rightValue) return compareKeys(leftValue, rightValue);
  if (leftKey === rightKey) return 0;
  if (leftKey === LOWEST || rightKey === HIGHEST) return -1;
  if (leftKey === HIGHEST || rightKey === LOWEST) return 1;
  return compareKeys(leftKey, rightKey);
}
