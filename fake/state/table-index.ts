/** What rows are found by: their key, or the value of an index. */
export type Key = number | string;

/** What rows are looked up by in an index: its value, or the first values of a path. */
export type Path = Key | readonly Key[];

/**
 * Where a row stands in an index: under one value or, without one, not at all; under each of several values; or under a
 * path of values, by whose beginnings rows are found too.
 */
export type IndexOf<Row> =
  | ((row: Row) => Key | undefined)
  | { readonly each: (row: Row) => readonly Key[] }
  | { readonly path: (row: Row) => readonly Key[] };

/** The values a row stands under, and its own key after them. */
export type IndexKey = readonly Key[];

/** An index as tables use it. */
export interface TableIndex<Row> {
  /** Every place a row stands at. */
  readonly placesOf: (row: Row, key: Key) => readonly IndexKey[];
  /** Whether two rows with the same key stand at the same places. */
  readonly standAlike: (row: Row, other: Row) => boolean;
}

/** Makes an index of where its rows stand. */
export function tableIndex<Row>(index: IndexOf<Row>): TableIndex<Row> {
  if (typeof index === 'function') {
    return {
      placesOf: (row, key) => {
        const value = index(row);
        return value === undefined ? [] : [[value, key]];
      },
      standAlike: (row, other) => index(row) === index(other),
    };
  }
  if ('each' in index) {
    return {
      placesOf: (row, key) => index.each(row).map((value) => [value, key]),
      standAlike: (row, other) => areSame(index.each(row), index.each(other)),
    };
  }
  return {
    placesOf: (row, key) => [[...index.path(row), key]],
    standAlike: (row, other) => areSame(index.path(row), index.path(other)),
  };
}

/** Before every row that stands under a path. */
export function startOf(path: Path): IndexKey {
  return typeof path === 'object' ? path : [path];
}

/** After every row that stands under a path. */
export function endOf(path: Path): IndexKey {
  return [...startOf(path), HIGHEST];
}

/** Whether a place is under a path. */
export function isUnder(place: IndexKey, path: Path): boolean {
  return typeof path === 'object' ? path.every((value, index) => place[index] === value) : place[0] === path;
}

/** After every other key. */
const HIGHEST = Symbol('highest') as unknown as Key;

/** The order of places: value by value, the beginning of a path before what goes on. */
export function comparePlaces(left: IndexKey, right: IndexKey): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    const order = compareKeys(left[index] as Key, right[index] as Key);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** The order of keys. */
export function compareKeys(left: Key, right: Key): number {
  if (left === right) return 0;
  // Numbers first: most keys are, and comparing them costs next to nothing once it is known.
  if (typeof left === 'number' && typeof right === 'number') return left < right ? -1 : 1;
  if (right === HIGHEST) return -1;
  return left !== HIGHEST && left < right ? -1 : 1;
}

function areSame(values: readonly Key[], others: readonly Key[]): boolean {
  return values.length === others.length && values.every((value, index) => value === others[index]);
}
