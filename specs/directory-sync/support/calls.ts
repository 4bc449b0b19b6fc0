import type { ApiResponse, Assumptions, ProvidedConnection, TestFixtures } from '../../../fixtures/index.js';
import { at, keysOf } from '../../support/values.js';

type Api = TestFixtures['directorySync'];

/** The name of an endpoint of the directory-sync API. */
export type CallName = Exclude<keyof Api, 'as'>;

/** A parameter of a path that names something which may not exist. */
export type NamedInPath = 'idOrName' | 'userKeyOrName' | 'idFromAD';

interface CallRow {
  /** The kind of read, in the terms of AD-N16. */
  readonly reads?: keyof Assumptions['AD-N16'];
  readonly path: readonly NamedInPath[];
  /** Sends a request that succeeds on a connection, with parameters or a body in place of the valid ones. */
  readonly send: (
    api: Api,
    connection: ProvidedConnection,
    change?: Readonly<Record<string, unknown>>,
  ) => Promise<ApiResponse>;
}

/** A valid request for every endpoint of the API. */
const calls: Readonly<Record<CallName, CallRow>> = {
  listConnections: {
    reads: 'connections',
    path: [],
    send: (api, _connection, change) => api.listConnections({ ...change }),
  },
  getUserInConnection: {
    reads: 'user',
    path: ['idOrName', 'userKeyOrName'],
    send: (api, { id, users }, change) =>
      api.getUserInConnection({ idOrName: id, userKeyOrName: at(users, 0).key, ...change }),
  },
  getUserField: {
    reads: 'user',
    path: ['idOrName', 'userKeyOrName', 'idFromAD'],
    send: (api, { id, users, attributes }, change) =>
      api.getUserField({
        idOrName: id,
        userKeyOrName: at(users, 0).key,
        idFromAD: at(attributes, 0),
        ...change,
      }),
  },
  getUserAttributes: {
    reads: 'user',
    path: ['userKeyOrName'],
    send: (api, { users }, change) => api.getUserAttributes({ userKeyOrName: at(users, 0).key, ...change }),
  },
  updateUsers: {
    path: [],
    send: (api, { id, users, attributes }, change) =>
      api.updateUsers({
        body: {
          connectionId: id,
          update: [{ data: [{ userKey: at(users, 0).key, fields: [{ [at(attributes, 1)]: 'as it was sent' }] }] }],
        },
        ...change,
      }),
  },
  listUsers: { reads: 'list', path: [], send: (api, _connection, change) => api.listUsers({ ...change }) },
  listConnectionUsers: {
    reads: 'list',
    path: ['idOrName'],
    send: (api, { id }, change) => api.listConnectionUsers({ idOrName: id, ...change }),
  },
};

/** A valid request for one endpoint, as tests are generated from it. */
export interface Call extends CallRow {
  readonly name: CallName;
}

/** A valid request for every endpoint of the API. */
export const allCalls: readonly Call[] = keysOf(calls).map((name) => ({ ...calls[name], name }));
