export function propertyOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names of the properties of an object that has no others than its type says. */
export function keysOf<Value extends object>(value: Value): (keyof Value & string)[] {
  return Object.keys(value) as (keyof Value & string)[];
}

/** The texts, numbers and truth values that stand anywhere in a JSON value, as texts. */
export function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  if (typeof value === 'string') return [value];
  return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}

/** An item that is there by the needs the test stated. @throws RangeError if it is not there */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items.at(index);
  if (item === undefined) throw new Error(`There is no item ${index} among ${items.length}.`);
  return item;
}

/** Items in an order that depends on nothing but themselves. */
export function inOrder<Item>(items: readonly Item[]): Item[] {
  const text = (item: Item) => JSON.stringify(item, sorted);
  return [...items].sort((left, right) => (text(left) < text(right) ? -1 : 1));
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
