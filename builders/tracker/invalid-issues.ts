import { RawBody } from '../raw-body.js';

/** Bodies that create no issue on any tracker, each named by its error. */
export const malformedIssues: readonly RawBody[] = [
  RawBody.json('null', null),
  RawBody.json('without fields', {}),
  RawBody.json('fields that is an array', { fields: [] }),
  RawBody.json('without a project', { fields: { summary: 'x', issuetype: { name: 'Task' } } }),
  RawBody.json('a project that does not exist', {
    fields: { summary: 'x', issuetype: { name: 'Task' }, project: { key: 'NOSUCHPROJECT' } },
  }),
  RawBody.json('a project that is a number', { fields: { summary: 'x', issuetype: { name: 'Task' }, project: 1 } }),
];
