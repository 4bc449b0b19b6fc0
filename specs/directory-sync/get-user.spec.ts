import { awkwardUsernames } from '../../builders/index.js';
import type {
  ApiResponse,
  ConnectionNeeds,
  ProvidedConnection,
  ProvidedSyncedUser,
  TestFixtures,
} from '../../fixtures/index.js';
import { covers, describeEndpoint, expect, failsFor, test } from '../../fixtures/index.js';
import { at, propertyOf } from '../support/values.js';
import { namings, valuesIn, WHEN_CREATED } from './support/user-values.js';

/** A read of one user by key or name, over one connection by id or name or over all. */
interface Read {
  readonly endpoint: 'getUserInConnection' | 'getUserField' | 'getUserAttributes';
  readonly rule: 'AD-03' | 'AD-05' | 'AD-06';
  /** Reads all attributes, or the one that is named if the endpoint reads one. */
  readonly send: (
    api: TestFixtures['directorySync'],
    idOrName: string,
    userKeyOrName: string,
    idFromAD?: string,
  ) => Promise<ApiResponse>;
  /** The part of an answer that is about a connection. */
  readonly about: (answer: unknown, connection: string) => unknown;
  /** That part, if these are the values of the user. */
  readonly expected: (values: ProvidedSyncedUser['values']) => ProvidedSyncedUser['values'];
  /** That part, if the connection is not enabled. */
  readonly nothing: unknown;
  readonly needs: Pick<ConnectionNeeds, 'attributes'>;
}

const reads: readonly Read[] = [
  {
    endpoint: 'getUserInConnection',
    rule: 'AD-03',
    send: (api, idOrName, userKeyOrName) => api.getUserInConnection({ idOrName, userKeyOrName }),
    about: (answer) => answer,
    expected: (values) => values,
    nothing: {},
    needs: {},
  },
  {
    endpoint: 'getUserField',
    rule: 'AD-05',
    send: (api, idOrName, userKeyOrName, idFromAD = 'mail') => api.getUserField({ idOrName, userKeyOrName, idFromAD }),
    about: (answer) => answer,
    expected: ({ mail = '' }) => ({ mail }),
    nothing: {},
    needs: { attributes: ['mail'] },
  },
  {
    endpoint: 'getUserAttributes',
    rule: 'AD-06',
    send: (api, _idOrName, userKeyOrName) => api.getUserAttributes({ userKeyOrName }),
    // Other connections of the tracker may have the user too.
    about: propertyOf,
    expected: (values) => values,
    nothing: undefined,
    needs: {},
  },
];

for (const { endpoint, rule, send, about, expected, nothing, needs } of reads) {
  test.describe(...describeEndpoint(endpoint), () => {
    for (const { connection: named, user: namedBy, words } of namings) {
      test(
        `answers the values of each of two connections that have a user, by ${words}`,
        covers('AD-04', rule),
        async ({ directorySync, connections, build }) => {
          const [one, other] = await provideTwoConnections({ directorySync, connections, build });
          const ask = async ({ connection, user }: UserOfConnection) =>
            about((await send(directorySync, connection[named], user[namedBy])).data, connection.name);

          failsFor(namedBy === 'key' ? rule : 'AD-04');
          const [inOne, inOther] = [await ask(one), await ask(other)];

          expect(inOne).toStrictEqual(expected(one.user.values));
          expect(inOther).toStrictEqual(expected(other.user.values));
        },
      );

      test(
        `answers nothing of a connection that is not enabled, by ${words}`,
        covers('AD-02'),
        async ({ directorySync, connections }) => {
          const connection = await connections.provide({ enabled: false });

          const response = await send(directorySync, connection[named], connection.users[0][namedBy]);

          expect(about(valuesIn(response), connection.name)).toStrictEqual(nothing);
        },
      );
    }

    test(
      'answers the same by key and name of the user, and by id and name of the connection if it names one',
      covers('AD-04', rule),
      async ({ directorySync, connections }) => {
        const { id, name, users } = await connections.provide({ users: 1, ...needs });
        const [{ key, username, values }] = users;

        const byKey = await send(directorySync, id, key);
        const answers = [
          await send(directorySync, id, username),
          await send(directorySync, name, key),
          await send(directorySync, name, username),
        ];

        expect(username).not.toBe(key);
        failsFor(rule);
        expect(about(byKey.data, name)).toStrictEqual(expected(values));
        failsFor('AD-04');
        expect(answers.map(({ data }) => about(data, name))).toStrictEqual(answers.map(() => expected(values)));
      },
    );

    for (const { of, count } of [
      { of: '', count: 1 },
      { of: ' of every user', count: 10 },
    ]) {
      test(
        `answers whenCreated${of} as day/month/year and a time of twelve hours`,
        covers('AD-18'),
        async ({ directorySync, connections }) => {
          const { id, name, users } = await connections.provide({ users: count, attributes: ['whenCreated'] });

          const answers = await Promise.all(users.map(({ key }) => send(directorySync, id, key, 'whenCreated')));

          const seen = answers.map(({ data }) => propertyOf(about(data, name), 'whenCreated'));
          expect(seen.filter((value) => !WHEN_CREATED.test(String(value)))).toStrictEqual([]);
          expect(seen).toStrictEqual(users.map(({ values }) => values['whenCreated']));
        },
      );
    }

    for (const username of awkwardUsernames) {
      test(`finds a user by the name ${username}`, covers('AD-04', rule), async ({ directorySync, connections }) => {
        const { id, name, users } = await connections.provide({ usernames: [username, `${username}.2`], ...needs });
        const [user] = users;

        const byKey = await send(directorySync, id, user.key);
        const byName = await send(directorySync, id, user.username);

        failsFor(rule);
        expect(about(byKey.data, name)).toStrictEqual(expected(user.values));
        failsFor('AD-04');
        expect(about(byName.data, name)).toStrictEqual(expected(user.values));
      });
    }
  });
}

interface UserOfConnection {
  readonly connection: ProvidedConnection;
  readonly user: ProvidedSyncedUser;
}

/**
 * Provides two connections that have the same user, with another mail in the second one: directories may know the same of
 * a person, so that an update has to make them differ.
 */
async function provideTwoConnections({
  directorySync,
  connections,
  build,
}: Pick<TestFixtures, 'directorySync' | 'connections' | 'build'>): Promise<
  readonly [one: UserOfConnection, other: UserOfConnection]
> {
  const one = await connections.provide({ attributes: ['mail'] });
  const other = await connections.provide({ usersOf: one, attributes: ['mail'] });
  const mail = `other.${build.unusedId()}@example.com`;
  const user = at(other.users, 0);
  await directorySync.updateUsers({ body: build.update.of(other).user(user, { mail }).build() });
  return [
    { connection: one, user: one.users[0] },
    { connection: other, user: { ...user, values: { ...user.values, mail } } },
  ];
}
