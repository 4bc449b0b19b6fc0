import type { Endpoints } from '../../../contracts/index.js';
import type { ApiResponse, ProvidedConnection, RequestOf, TestFixtures } from '../../../fixtures/index.js';
import { nth } from '../../support/nth.js';

type Api = TestFixtures['directorySync'];

/** The name of an endpoint of the directory-sync API. */
export type CallName = Exclude<keyof Api, 'as'>;

/** A parameter of a path that names something which may not exist. */
export type NamedInPath = 'idOrName' | 'userKeyOrName' | 'idFromAD';

interface CallRow<Name extends CallName> {
  readonly path: readonly NamedInPath[];
  /** A request that succeeds on a connection. */
  readonly request: (connection: ProvidedConnection) => RequestOf<Endpoints[Name]>;
}

/** A valid request for every endpoint of the API. */
const calls: { readonly [Name in CallName]: CallRow<Name> } = {
  listConnections: { path: [], request: () => ({}) },
  getUserInConnection: {
    path: ['idOrName', 'userKeyOrName'],
    request: ({ id, users }) => ({ idOrName: id, userKeyOrName: nth(users, 0).key }),
  },
  getUserField: {
    path: ['idOrName', 'userKeyOrName', 'idFromAD'],
    request: ({ id, users, attributes }) => ({
      idOrName: id,
      userKeyOrName: nth(users, 0).key,
      idFromAD: nth(attributes, 0),
    }),
  },
  getUserAttributes: {
    path: ['userKeyOrName'],
    request: ({ users }) => ({ userKeyOrName: nth(users, 0).key }),
  },
  updateUsers: {
    path: [],
    request: ({ id, users, attributes }) => ({
      body: {
        connectionId: id,
        update: [{ data: [{ userKey: nth(users, 0).key, fields: [{ [nth(attributes, 1)]: 'as it was sent' }] }] }],
      },
    }),
  },
  listUsers: { path: [], request: () => ({}) },
  listConnectionUsers: { path: ['idOrName'], request: ({ id }) => ({ idOrName: id }) },
};

/** A valid request for one endpoint, as tests are generated from it. */
export interface Call {
  readonly name: CallName;
  readonly path: readonly NamedInPath[];
  /** Sends the request about the connection, with parameters or a body in place of the valid ones. */
  readonly send: (
    api: Api,
    connection: ProvidedConnection,
    change?: Readonly<Record<string, unknown>>,
  ) => Promise<ApiResponse>;
}

/** A valid request for every endpoint of the API. */
export const allCalls: readonly Call[] = (Object.keys(calls) as CallName[]).map((name) => {
  const row: CallRow<CallName> = calls[name];
  return {
    name,
    path: row.path,
    send: (api, connection, change = {}) => {
      const call = api[name] as unknown as (request: object) => Promise<ApiResponse>;
      return call({ ...row.request(connection), ...change });
    },
  };
});
