import { RawBody } from '../raw-body.js';

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
