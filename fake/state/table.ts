export type Key = number | string;

export function compareKeys(left: Key, right: Key): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** How many of these sorted keys are lower than a key. */
function lowerBound<K extends Key>(keys: readonly K[], key: K): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as K) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

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
      for (const undo of steps.splice(before).reverse()) undo();
      throw error;
    } finally {
      this.#steps = outer;
    }
  }
}

/** The value of an index that a row stands under, or several; undefined keeps the row out of the index. */
export type IndexOf<Row> = (row: Row) => Key | readonly Key[] | undefined;

export type Indexes<Row, Name extends string> = Readonly<Record<Name, IndexOf<Row>>>;

/** The keys of the rows under a value of an index: one, or several in their order. */
type Bucket<K extends Key> = K | K[];

/** Rows and indexes. In those of a fork, null and an empty list hide what the origin has. */
interface Content<Row, K extends Key> {
  readonly rows: Map<K, Row | null>;
  readonly indexes: readonly Map<Key, Bucket<K>>[];
}

/** The index that every table has: all rows stand under one value of it. */
const EVERY = 'every';

/** What a table has in common with its forks. */
class Shape<Row, K extends Key> {
  /** The place of each index, by its name. */
  readonly places: ReadonlyMap<string, number>;
  readonly valuesOf: readonly IndexOf<Row>[];

  constructor(
    readonly keyOf: (row: Row) => K,
    indexes: Indexes<Row, string>,
  ) {
    this.places = new Map([EVERY, ...Object.keys(indexes)].map((name, place) => [name, place]));
    this.valuesOf = [() => EVERY, ...Object.values(indexes)];
  }

  nothing(): Content<Row, K> {
    return { rows: new Map(), indexes: this.valuesOf.map(() => new Map<Key, Bucket<K>>()) };
  }
}

/**
 * Rows by key, with any number of indexes, each in the order of the keys. Forks of a table share its rows; each keeps
 * what differs. This requires that rows are replaced, never changed.
 */
export class Table<Row, K extends Key, Name extends string = never> {
  readonly #shape: Shape<Row, K>;
  readonly #undoLog: UndoLog | undefined;
  /** What it shares with other tables; never changed. */
  #shared: Content<Row, K> | undefined;
  /** What differs from that; undefined if nothing does. */
  #own: Content<Row, K> | undefined;
  /** Lists of a table without an origin whose keys came in another order. They are sorted when they are read. */
  #unsorted: Set<readonly K[]> | undefined;
  #content: object | undefined;
  #keySet: object | undefined;
  #all: readonly Row[] | undefined;

  constructor(keyOf: (row: Row) => K, indexes: Indexes<Row, Name>, origin?: Table<Row, K, Name>, undoLog?: UndoLog) {
    this.#shape = origin === undefined ? new Shape(keyOf, indexes) : origin.#shape;
    this.#undoLog = undoLog;
    if (origin === undefined) return;
    this.#shared = origin.#shareAll();
    this.#content = origin.content;
    this.#keySet = origin.keySet;
    this.#all = origin.#all;
  }

  get size(): number {
    return this.#keys(EVERY, EVERY).length;
  }

  /** An object that identifies the rows: it stays the same as long as the rows do. */
  get content(): object {
    return (this.#content ??= {});
  }

  /** An object that identifies the keys: it stays the same until a row is added or removed. */
  get keySet(): object {
    return (this.#keySet ??= {});
  }

  get(key: K): Row | undefined {
    return this.#row(key);
  }

  all(): readonly Row[] {
    const keys = this.#keys(EVERY, EVERY);
    return (this.#all ??= this.#rows(keys));
  }

  /** The rows with this value of an index, in the order of their keys. */
  where(index: Name, value: Key): Row[] {
    const keys = this.#keys(index, value);
    return this.#rows(keys);
  }

  first(index: Name, value: Key): Row | undefined {
    const [key] = this.#keys(index, value);
    return key === undefined ? undefined : this.#row(key);
  }

  any(index: Name, value: Key): boolean {
    return this.count(index, value) > 0;
  }

  count(index: Name, value: Key): number {
    return this.#keys(index, value).length;
  }

  /** Stores a row, in place of the one with the same key. */
  set(row: Row): void {
    const key = this.#shape.keyOf(row);
    const previous = this.#row(key);
    if (previous === undefined) this.#keySet = undefined;
    this.#beginChange(key, previous).rows.set(key, row);
    for (let place = 0; place < this.#shape.valuesOf.length; place += 1) this.#move(place, key, previous, row);
  }

  /** Removes the row with this key; tells whether there was one. */
  delete(key: K): boolean {
    const previous = this.#row(key);
    if (previous === undefined) return false;
    this.#keySet = undefined;
    const { rows } = this.#beginChange(key, previous);
    if (this.#shared?.rows.has(key) === true) rows.set(key, null);
    else rows.delete(key);
    for (let place = 0; place < this.#shape.valuesOf.length; place += 1) this.#move(place, key, previous, undefined);
    return true;
  }

  /**
   * A table with the same rows; neither of the two changes when the other does. A fork costs nothing, unless it is one of
   * a fork with changes.
   *
   * @param undoLog notes how to undo each change of it
   */
  fork(undoLog?: UndoLog): Table<Row, K, Name> {
    return new Table(this.#shape.keyOf, {} as Indexes<Row, Name>, this, undoLog);
  }

  /** Makes all that it has unchangeable, so that others can share it. */
  #shareAll(): Content<Row, K> | undefined {
    const own = this.#own;
    if (own === undefined) return this.#shared;
    for (const keys of this.#unsorted ?? []) this.#sorted(keys);
    this.#shared = this.#shared === undefined ? own : together(this.#shared, own);
    this.#own = undefined;
    return this.#shared;
  }

  #row(key: K): Row | undefined {
    const own = this.#own?.rows.get(key);
    return (own === undefined ? this.#shared?.rows.get(key) : own) ?? undefined;
  }

  #rows(keys: readonly K[]): Row[] {
    return keys.map((key) => this.#row(key) as Row);
  }

  #keys(index: string, value: Key): readonly K[] {
    const bucket = this.#bucket(this.#shape.places.get(index) ?? 0, value);
    if (bucket === undefined) return [];
    return Array.isArray(bucket) ? this.#sorted(bucket) : [bucket];
  }

  #bucket(place: number, value: Key): Bucket<K> | undefined {
    return this.#own?.indexes[place]?.get(value) ?? this.#shared?.indexes[place]?.get(value);
  }

  #sorted(keys: readonly K[]): readonly K[] {
    if (this.#unsorted?.delete(keys) === true) (keys as K[]).sort(compareKeys);
    return keys;
  }

  #beginChange(key: K, previous: Row | undefined): Content<Row, K> {
    this.#content = undefined;
    this.#all = undefined;
    this.#undoLog?.note(() => {
      if (previous === undefined) this.delete(key);
      else this.set(previous);
    });
    return (this.#own ??= this.#shape.nothing());
  }

  /** Puts a row into an index where it belongs, and removes the row that it replaces. */
  #move(place: number, key: K, previous: Row | undefined, row: Row | undefined): void {
    const valuesOf = this.#shape.valuesOf[place] as IndexOf<Row>;
    const before = previous === undefined ? undefined : valuesOf(previous);
    const after = row === undefined ? undefined : valuesOf(row);
    // Most changes leave a row where it stands in its indexes.
    if (before === after) return;
    if (typeof before !== 'object' && typeof after !== 'object') {
      if (before !== undefined) this.#remove(place, before, key);
      if (after !== undefined) this.#add(place, after, key);
      return;
    }
    const [old, now] = [new Set([before ?? []].flat()), new Set([after ?? []].flat())];
    for (const value of old) if (!now.has(value)) this.#remove(place, value, key);
    for (const value of now) if (!old.has(value)) this.#add(place, value, key);
  }

  #add(place: number, value: Key, key: K): void {
    if (this.#bucket(place, value) === undefined) {
      this.#own?.indexes[place]?.set(value, key);
      return;
    }
    const keys = this.#keysToChange(place, value);
    // Most are the last: ids are counted up.
    if (keys.length === 0 || (keys.at(-1) as K) < key) keys.push(key);
    else if (this.#shared !== undefined) keys.splice(lowerBound(keys, key), 0, key);
    else {
      keys.push(key);
      this.#unsorted = (this.#unsorted ?? new Set<readonly K[]>()).add(keys);
    }
  }

  #remove(place: number, value: Key, key: K): void {
    const keys = this.#keysToChange(place, value);
    keys.splice(lowerBound(this.#sorted(keys), key), 1);
    if (keys.length === 0 && this.#shared?.indexes[place]?.has(value) !== true) {
      this.#own?.indexes[place]?.delete(value);
    }
  }

  #keysToChange(place: number, value: Key): K[] {
    const own = this.#own?.indexes[place] as Map<Key, Bucket<K>>;
    const bucket = this.#bucket(place, value) ?? [];
    if (Array.isArray(bucket) && own.get(value) === bucket) return bucket;
    const keys = Array.isArray(bucket) ? [...bucket] : [bucket];
    own.set(value, keys);
    return keys;
  }
}

/** Rows and indexes with what differs from them. */
function together<Row, K extends Key>(shared: Content<Row, K>, own: Content<Row, K>): Content<Row, K> {
  return {
    rows: new Map([...shared.rows, ...own.rows].filter(([key]) => own.rows.get(key) !== null)),
    indexes: shared.indexes.map((values, place) => {
      const changed = own.indexes[place] ?? new Map<Key, Bucket<K>>();
      const isLeft = ([value]: readonly [Key, unknown]) => [changed.get(value) ?? [value]].flat().length > 0;
      return new Map([...values, ...changed].filter(isLeft));
    }),
  };
}

export function mapRecord<Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  map: (value: From) => To,
): Record<Name, To> {
  const entries = (Object.entries(record) as [Name, From][]).map(([name, value]) => [name, map(value)] as const);
  return Object.fromEntries(entries) as Record<Name, To>;
}
