/** The shape of a JSON value: its properties and the types of what they hold, without the values. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
}
