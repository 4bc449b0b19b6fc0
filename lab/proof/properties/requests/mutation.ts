import * as fc from 'fast-check';

/** Ways in which a request is made worse than it was. */
const mutationKinds = [
  'replace a value',
  'remove a property',
  'add a property',
  'repeat an element',
  'nest a value',
  'break the text',
  'send another text',
  'send no body',
  'send a body all the same',
  'change the content type',
  'change the method',
  'replace a segment',
  'add a segment',
  'double a slash',
  'encode a segment oddly',
  'repeat a parameter',
  'replace a parameter',
  'remove a parameter',
  'add a parameter',
  'add a header',
  'rename a part',
  'send no part',
  'break the boundary',
] as const;

/** One way in which a request is made worse: at which of its places, and with what. */
export interface Mutation {
  readonly kind: (typeof mutationKinds)[number];
  readonly at: number;
  readonly junk: unknown;
}

/** Names that mean something to JavaScript. */
export const trickyNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', ''];

/** A number that JSON can write and JavaScript can't hold; sent without quotes wherever it is a whole value. */
export const BEYOND_NUMBERS = '1e999';

/** Lists in each other, more than a body may have. */
const tooDeep: unknown = JSON.parse('['.repeat(1_100) + ']'.repeat(1_100));

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    ...[null, true, false, 0, -1, -0, 1.5, 1e308, 2 ** 53, 2 ** 31, -(2 ** 63), '', ' ', '0', '-1', '1e3', '0x10'],
    ...['99999999999999999999', '١٢', 'null', '\u0000', '\ud800', '\u202e', '🙂', 'İ', 'a\nb\r\nc', '%', "'", '"'],
    ...['../..', '/', '\\', ';', 'a'.repeat(5_000), '{}', '[]', '<b>', '${7*7}', 'true', '*', ...trickyNames],
    ...[[], {}, [null], [[]], [{}], { id: null }, { id: {} }, { name: [] }, { key: '__proto__' }, { set: { set: 1 } }],
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 12 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }),
);

const harderJunk: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: junk, weight: 4 },
  {
    arbitrary: fc.constantFrom<unknown[]>(
      ...[BEYOND_NUMBERS, 'a '.repeat(50_000), '9999-12-31T23:59:59.999+0000', '0001-01-01', tooDeep],
    ),
    weight: 1,
  },
);

function mutationWith(values: fc.Arbitrary<unknown>): fc.Arbitrary<Mutation> {
  return fc.record({ kind: fc.constantFrom(...mutationKinds), at: fc.nat({ max: 999 }), junk: values });
}

/** Any mutation. */
export const mutation = mutationWith(junk);

/** Any mutation, among them some with what is too large, too deep or too far away. */
export const harderMutation = mutationWith(harderJunk);
