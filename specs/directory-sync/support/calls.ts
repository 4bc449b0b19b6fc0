import type { ApiResponse, Assumptions, ProvidedConnection, TestFixtures } from '../../../fixtures/index.js';
import { at, keysOf } from '../../support/values.js';

type Api = TestFixtures['directorySync'];

export type CallName = Exclude<keyof Api, 'as'>;

const parameters = {
  idOrName: ({ id }: ProvidedConnection) => id,
  userKeyOrName: ({ users }: ProvidedConnection) => at(users, 0).key,
  idFromAD: ({ attributes }: ProvidedConnection) => at(attributes, 0),
} satisfies Readonly<Record<string, (connection: ProvidedConnection) => string>>;

interface CallRow {
  /** The kind of read, in the terms of AD-N16. */
  readonly reads?: keyof Assumptions['AD-N16'];
  readonly path: readonly (keyof typeof parameters)[];
  readonly body?: (connection: ProvidedConnection) => object;
}

const calls: Readonly<Record<CallName, CallRow>> = {
  listConnections: { reads: 'connections', path: [] },
  getUserInConnection: { reads: 'user', path: ['idOrName', 'userKeyOrName'] },
  getUserField: { reads: 'user', path: ['idOrName', 'userKeyOrName', 'idFromAD'] },
  getUserAttributes: { reads: 'user', path: ['userKeyOrName'] },
  updateUsers: { path: [], body: updateOf },
  listUsers: { reads: 'list', path: [] },
  listConnectionUsers: { reads: 'list', path: ['idOrName'] },
};

export interface Call extends CallRow {
  readonly name: CallName;
  /** Sends a request that succeeds on a connection, with parameters or a body in place of the valid ones. */
  readonly send: (
    api: Api,
    connection: ProvidedConnection,
    change?: Readonly<Record<string, unknown>>,
  ) => Promise<ApiResponse>;
}

export const allCalls: readonly Call[] = keysOf(calls).map((name) => {
  const row = calls[name];
  return {
    ...row,
    name,
    send: (api, connection, change) => {
      const send = api[name] as (request: object) => Promise<ApiResponse>;
      const given = Object.fromEntries(row.path.map((parameter) => [parameter, parameters[parameter](connection)]));
      return send({ ...given, ...(row.body !== undefined && { body: row.body(connection) }), ...change });
    },
  };
});

function updateOf({ id, users, attributes }: ProvidedConnection): object {
  const fields = [{ [at(attributes, 1)]: 'as it was sent' }];
  return { connectionId: id, update: [{ data: [{ userKey: at(users, 0).key, fields }] }] };
}
