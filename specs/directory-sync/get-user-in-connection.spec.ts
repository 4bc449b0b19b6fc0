import { awkwardMoments, awkwardUsernames } from '../../builders/index.js';
import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { namings, provideTwoConnections, valuesIn, WHEN_CREATED } from './support/user-values.js';
import type { UserOfConnection } from './support/user-values.js';

test.describe(...describeEndpoint('getUserInConnection'), () => {
  test(
    'answers every attribute of the user, each as text',
    covers('AD-03', 'AD-07'),
    async ({ directorySync, connections }) => {
      const connection = await connections.provide({ users: 2 });
      const [, user] = connection.users;

      const response = await directorySync.getUserInConnection({ idOrName: connection.id, userKeyOrName: user.key });

      expect(response).toFitContract();
      expect(response.data).toEqual(user.values);
      // An attribute without a value may be left out (AD-N17).
      expect(connection.attributes).toEqual(expect.arrayContaining(Object.keys(response.data)));
    },
  );

  test(
    'answers what the list of the connection has of the user',
    covers('AD-03'),
    async ({ directorySync, connections }) => {
      const connection = await connections.provide({ users: 3 });
      const { data: page } = await directorySync.listConnectionUsers({ idOrName: connection.id });
      const { username, fields } = at(page.elements, 1);

      const { data } = await directorySync.getUserInConnection({ idOrName: connection.id, userKeyOrName: username });

      expect(data).toEqual(fields);
    },
  );

  for (const { connection: named, user: namedBy, words } of namings) {
    test(
      `answers what the connection that is named has of a user in two connections, by ${words}`,
      covers('AD-03', 'AD-04'),
      async ({ directorySync, connections, build }) => {
        const [one, other] = await provideTwoConnections({ directorySync, connections, build });
        const ask = async ({ connection, user }: UserOfConnection) =>
          directorySync.getUserInConnection({ idOrName: connection[named], userKeyOrName: user[namedBy] });

        const [inOne, inOther] = [await ask(one), await ask(other)];

        expect(inOne.data).toEqual(one.user.values);
        expect(inOther.data).toEqual(other.user.values);
      },
    );
  }

  test(
    'answers the same by id and name of the connection, by key and name of the user',
    covers('AD-03', 'AD-04'),
    async ({ directorySync, connections }) => {
      const { id, name, users } = await connections.provide();
      const [{ key, username, values }] = users;

      const byIdAndKey = await directorySync.getUserInConnection({ idOrName: id, userKeyOrName: key });
      const byIdAndName = await directorySync.getUserInConnection({ idOrName: id, userKeyOrName: username });
      const byNameAndKey = await directorySync.getUserInConnection({ idOrName: name, userKeyOrName: key });
      const byNames = await directorySync.getUserInConnection({ idOrName: name, userKeyOrName: username });

      expect(username).not.toBe(key);
      expect(byIdAndKey.data).toEqual(values);
      expect(byIdAndName.data).toEqual(values);
      expect(byNameAndKey.data).toEqual(values);
      expect(byNames.data).toEqual(values);
    },
  );

  test(
    'answers values with line ends, quotes, angle brackets and characters of every kind as they are',
    covers('AD-03'),
    async ({ directorySync, connections }) => {
      const values = {
        mail: 'a"b\'c<d>&e\\f',
        department: 'first\nsecond\tthird {"a":1}',
        displayName: '管理者 🧭 É',
      };
      const { id, users } = await connections.provide({ values: [values] });

      const { data } = await directorySync.getUserInConnection({ idOrName: id, userKeyOrName: users[0].key });

      expect(data).toMatchObject(values);
    },
  );

  for (const named of namings) {
    test(
      `answers nothing of a connection that is not enabled, by its ${named.connection}`,
      covers('AD-02'),
      async ({ directorySync, connections }) => {
        const connection = await connections.provide({ enabled: false });

        const response = await directorySync.getUserInConnection({
          idOrName: connection[named.connection],
          userKeyOrName: connection.users[0][named.user],
        });

        expect(valuesIn(response)).toEqual({});
      },
    );
  }

  for (const username of awkwardUsernames) {
    test(`finds a user by the name ${username}`, covers('AD-03', 'AD-04'), async ({ directorySync, connections }) => {
      const { id, users } = await connections.provide({ usernames: [username, `${username}.2`] });

      const { data } = await directorySync.getUserInConnection({
        idOrName: id,
        userKeyOrName: users[0].username,
      });

      expect(data).toEqual(users[0].values);
    });
  }

  test(
    'answers whenCreated of every user as day/month/year and a time of twelve hours',
    covers('AD-18'),
    async ({ directorySync, connections }) => {
      const { id, users } = await connections.provide({ users: 10, attributes: ['whenCreated'] });

      const answers = await Promise.all(
        users.map(({ key }) => directorySync.getUserInConnection({ idOrName: id, userKeyOrName: key })),
      );

      const odd = answers.map(({ data }) => data['whenCreated']).filter((value) => !WHEN_CREATED.test(value ?? ''));
      expect(users).toHaveLength(10);
      expect(odd).toEqual([]);
    },
  );

  for (const moment of awkwardMoments) {
    test(
      `answers whenCreated of ${moment.toISOString()} as it was synchronized`,
      covers('AD-18'),
      async ({ directorySync, connections, build }) => {
        const whenCreated = build.syncedUser.createdAt(moment).build().values['whenCreated'] ?? '';
        const { id, users } = await connections.provide({ values: [{ whenCreated }] });

        const { data } = await directorySync.getUserInConnection({ idOrName: id, userKeyOrName: users[0].key });

        expect(data['whenCreated']).toBe(whenCreated);
        expect(data['whenCreated']).toMatch(WHEN_CREATED);
      },
    );
  }
});
