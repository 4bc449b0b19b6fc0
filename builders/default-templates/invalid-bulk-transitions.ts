import { RawBody } from '../raw-body.js';

/** JSON bodies that are no bulk transition requests, each named by its error. */
export const malformedBulkTransitions: readonly RawBody[] = [
  RawBody.json('null', null),
  RawBody.json('an array instead of an object', []),
  RawBody.json('includeProjectKeys as text', { includeProjectKeys: 'ABC', ignoreProjectKeys: [] }),
  RawBody.json('includeProjectKeys of numbers', { includeProjectKeys: [11100], ignoreProjectKeys: [] }),
  RawBody.json('ignoreProjectKeys that is an object', { includeProjectKeys: ['ABC'], ignoreProjectKeys: {} }),
  RawBody.json('ignoreProjectKeys of nulls', { includeProjectKeys: ['ABC'], ignoreProjectKeys: [null] }),
];
