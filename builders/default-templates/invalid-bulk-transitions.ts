import { RawBody } from '../raw-body.js';

/** Bodies that are JSON and no bulk transition request, each named by what is wrong with it. */
export const malformedBulkTransitions: readonly RawBody[] = [
  RawBody.json('null', null),
  RawBody.json('an array instead of an object', []),
  RawBody.json('includeProjectKeys as text', { includeProjectKeys: 'ABC', ignoreProjectKeys: [] }),
  RawBody.json('includeProjectKeys of numbers', { includeProjectKeys: [11100], ignoreProjectKeys: [] }),
  RawBody.json('ignoreProjectKeys that is an object', { includeProjectKeys: ['ABC'], ignoreProjectKeys: {} }),
  RawBody.json('ignoreProjectKeys of nulls', { includeProjectKeys: ['ABC'], ignoreProjectKeys: [null] }),
];
