/** An object that stands in itself so deep that a recursion over it would fail. */
function nested(depth: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? { id: value } : [value];
  return value;
}

/** Values no field of an issue, a project or a comment can take, each of its own kind of nasty. */
export const junkValues: readonly unknown[] = [
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  true,
  false,
  [],
  [null],
  [[]],
  [{}],
  [1, 'a', null],
  {},
  { id: null },
  { id: {} },
  { id: [] },
  { id: -1 },
  { id: 1e21 },
  { id: '99999999999999999999' },
  { id: '١٢' },
  { name: null, key: null },
  { name: {}, key: [] },
  { name: { toString: 1 } },
  { toString: null, valueOf: null },
  { constructor: 1, hasOwnProperty: 2 },
  { key: '__proto__' },
  { name: 'constructor' },
  { value: 'toString', id: 'x' },
  { set: { set: { set: 1 } } },
  nested(2_000),
];
