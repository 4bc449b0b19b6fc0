/** Items in an order that depends on nothing but themselves. */
export function inOrder<Item>(items: readonly Item[]): Item[] {
  const text = (item: Item) => JSON.stringify(item, sorted);
  return [...items].sort((left, right) => (text(left) < text(right) ? -1 : 1));
}

/** The properties of an object by their names. */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
