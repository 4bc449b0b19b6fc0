import { RawBody } from '../raw-body.js';

/** JSON bodies that are not in the defaults shape, each named by its error. */
export const malformedDefaults: readonly RawBody[] = [
  RawBody.json('null', null),
  RawBody.json('an array instead of an object', []),
  RawBody.json('without defaults', {}),
  RawBody.json('defaults that is no array', { defaults: { projectId: 1 } }),
  RawBody.json('defaults of numbers', { defaults: [11100] }),
  RawBody.json('projectId as text', { defaults: [{ projectId: 'ABC', issueTypeIds: [1] }] }),
  RawBody.json('projectId with a fraction', { defaults: [{ projectId: 1.5, issueTypeIds: [1] }] }),
  RawBody.json('projectKey as a number', { defaults: [{ projectKey: 7, issueTypeIds: [1] }] }),
  RawBody.json('issueTypeIds that is no array', { defaults: [{ projectId: 1, issueTypeIds: 1 }] }),
  RawBody.json('issueTypeIds of texts', { defaults: [{ projectId: 1, issueTypeIds: ['Bug'] }] }),
  RawBody.json('requestTypeIds of nulls', { defaults: [{ projectId: 1, requestTypeIds: [null] }] }),
];
