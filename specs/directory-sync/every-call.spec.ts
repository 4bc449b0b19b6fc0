import { covers, describeEndpoint, expect, failsFor, skipAsUnavailable, test } from '../../fixtures/index.js';
import type { ProvidedConnection, ProvidedSyncedUser, TestFixtures } from '../../fixtures/index.js';
import { answered } from '../support/attempts.js';
import { keysOf } from '../support/values.js';
import { allCalls } from './support/calls.js';
import { isEmptyAnswer } from './support/user-values.js';
import { elementsOf } from './support/user-lists.js';

/** Values that are no text in many languages, as the values of two attributes. */
const lookalikes = [
  { mail: '12345', department: '007' },
  { mail: '-1.50', department: '1e3' },
  { mail: 'true', department: 'null' },
];

type Read = (
  api: TestFixtures['directorySync'],
  connection: ProvidedConnection,
  user: ProvidedSyncedUser,
) => Promise<ProvidedSyncedUser['values'] | undefined>;

/** The answer of each endpoint about a user over a connection. */
const reads = {
  getUserInConnection: async (api, { id }, { key }) =>
    (await api.getUserInConnection({ idOrName: id, userKeyOrName: key })).data,
  getUserField: async (api, { id }, { key }) => {
    const user = { idOrName: id, userKeyOrName: key };
    const mail = await api.getUserField({ ...user, idFromAD: 'mail' });
    const department = await api.getUserField({ ...user, idFromAD: 'department' });
    return { ...mail.data, ...department.data };
  },
  getUserAttributes: async (api, { name }, { key }) => (await api.getUserAttributes({ userKeyOrName: key })).data[name],
  listUsers: async (api, connection, { username }) => {
    const { data } = await api.listUsers({ query: { usernames: username } });
    return elementsOf(connection, data.elements)[0]?.fields;
  },
  listConnectionUsers: async (api, { id }, { username }) => {
    const { data } = await api.listConnectionUsers({ idOrName: id, query: { usernames: username } });
    return data.elements[0]?.fields;
  },
} satisfies Readonly<Record<string, Read>>;

/** A value that is none of the one sent, in any form, was not written. */
function ruleOf(sent: Readonly<Record<string, string>>, read: Readonly<Record<string, unknown>> = {}) {
  const isFormOf = (value: unknown, text: string) => String(value) === text || Number(value) === Number(text);
  const isWritten = Object.entries(sent).every(
    ([name, text]) => (read[name] ?? null) === null || isFormOf(read[name], text),
  );
  return isWritten ? 'AD-07' : 'AD-19';
}

for (const name of keysOf(reads)) {
  test.describe(...describeEndpoint(name), () => {
    for (const values of lookalikes) {
      test(
        `answers ${Object.values(values).join(' and ')} as text`,
        covers('AD-07', 'AD-19'),
        async ({ directorySync, connections, build }) => {
          const connection = await connections.provide({ attributes: ['mail', 'department'] });
          const [user] = connection.users;
          await directorySync.updateUsers({ body: build.update.of(connection).user(user, values).build() });

          const answered = await reads[name](directorySync, connection, user);

          failsFor(ruleOf(values, answered));
          expect(answered).toMatchObject(values);
        },
      );
    }
  });
}

for (const call of allCalls.filter(({ path }) => path.includes('idOrName'))) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'does not take the beginning of a connection’s name for its name',
      covers('AD-04'),
      async ({ directorySync, connections }) => {
        const connection = await connections.provide();
        const beginning = connection.name.slice(0, -1);
        skipAsUnavailable(beginning === '', 'The name of the connection is one character.');
        const all = await directorySync.listConnections();
        skipAsUnavailable(Object.hasOwn(all.data, beginning), `There is a connection ${beginning}, too.`);

        const response = await call.send(directorySync, connection, { idOrName: beginning });

        expect(
          isEmptyAnswer(answered(response)),
          `${response.endpoint} answers ${beginning} as ${connection.name}`,
        ).toBe(true);
      },
    );
  });
}
