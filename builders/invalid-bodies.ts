import { RawBody } from './raw-body.js';

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

/** JSON bodies that are no bulk transition requests, each named by its error. */
export const malformedBulkTransitions: readonly RawBody[] = [
  RawBody.json('null', null),
  RawBody.json('an array instead of an object', []),
  RawBody.json('includeProjectKeys as text', { includeProjectKeys: 'ABC', ignoreProjectKeys: [] }),
  RawBody.json('includeProjectKeys of numbers', { includeProjectKeys: [11100], ignoreProjectKeys: [] }),
  RawBody.json('ignoreProjectKeys that is an object', { includeProjectKeys: ['ABC'], ignoreProjectKeys: {} }),
  RawBody.json('ignoreProjectKeys of nulls', { includeProjectKeys: ['ABC'], ignoreProjectKeys: [null] }),
];

/** JSON bodies that are no update requests, each named by its error. */
export const malformedUpdates: readonly RawBody[] = [
  RawBody.json('null', null),
  RawBody.json('an array instead of an object', []),
  RawBody.json('without connectionId', { update: [] }),
  RawBody.json('connectionId as a number', { connectionId: 1, update: [] }),
  RawBody.json('without update', { connectionId: '1' }),
  RawBody.json('update that is no array', { connectionId: '1', update: {} }),
  RawBody.json('data that is no array', { connectionId: '1', update: [{ data: { userKey: 'x', fields: [] } }] }),
  RawBody.json('data without userKey', { connectionId: '1', update: [{ data: [{ fields: [{ mail: 'x' }] }] }] }),
  RawBody.json('data without fields', { connectionId: '1', update: [{ data: [{ userKey: 'x' }] }] }),
  RawBody.json('fields that is an object', {
    connectionId: '1',
    update: [{ data: [{ userKey: 'x', fields: { mail: 'x' } }] }],
  }),
  RawBody.json('a value that is a number', {
    connectionId: '1',
    update: [{ data: [{ userKey: 'x', fields: [{ mail: 7 }] }] }],
  }),
  RawBody.json('a connection name that is null', { connectionId: '1', update: [{ connection: [{ name: null }] }] }),
];

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

/** Rows that no Steps table accepts, with their error. */
export interface InvalidRows {
  readonly name: string;
  readonly rows: readonly unknown[];
}

/** Rows that a project with this many Steps columns does not accept, each named by its error. */
export function invalidSteps(columns: number): readonly InvalidRows[] {
  const cells = (count: number) => Array.from({ length: count }, (_, index) => `cell ${index}`);
  const good = { isGroup: false, cells: cells(columns) };
  return [
    { name: 'a group without a cell', rows: [{ isGroup: true, cells: [] }] },
    { name: 'a step with one cell too few', rows: [good, { isGroup: false, cells: cells(columns - 1) }] },
    { name: 'a step with one cell too many', rows: [good, { isGroup: false, cells: cells(columns + 1) }] },
    { name: 'a step without cells', rows: [{ isGroup: false, cells: [] }] },
    { name: 'a row without cells', rows: [{ isGroup: false }] },
    { name: 'a row without isGroup', rows: [{ cells: cells(columns) }] },
    { name: 'isGroup as text', rows: [{ isGroup: 'false', cells: cells(columns) }] },
    { name: 'a cell that is a number', rows: [{ isGroup: false, cells: [7, ...cells(columns - 1)] }] },
    { name: 'a row that is a text', rows: ['a step'] },
  ];
}
