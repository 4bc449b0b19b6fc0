import { awkwardUsernames } from '../../builders/index.js';
import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { namings, provideTwoConnections, valuesIn, WHEN_CREATED } from './support/user-values.js';

test.describe(...describeEndpoint('getUserAttributes'), () => {
  test(
    'answers the values of the user by the name of the connection',
    covers('AD-06', 'AD-07'),
    async ({ directorySync, connections }) => {
      const { name, users } = await connections.provide({ users: 2 });
      const [, { key, values }] = users;

      const response = await directorySync.getUserAttributes({ userKeyOrName: key });

      expect(response).toFitContract();
      expect(response.data[name]).toEqual(values);
    },
  );

  for (const { user: named, words } of namings) {
    test(
      `answers the values of a user over each of two connections, by ${words}`,
      covers('AD-04', 'AD-06'),
      async ({ directorySync, connections, build }) => {
        const [one, other] = await provideTwoConnections({ directorySync, connections, build });

        const { data } = await directorySync.getUserAttributes({ userKeyOrName: one.user[named] });

        expect(data[one.connection.name]).toEqual(one.user.values);
        expect(data[other.connection.name]).toEqual(other.user.values);
      },
    );
  }

  test(
    'leaves out a connection that does not have the user',
    covers('AD-06'),
    async ({ directorySync, connections }) => {
      const without = await connections.provide();
      const connection = await connections.provide({ usersNotOf: without });

      const { data } = await directorySync.getUserAttributes({ userKeyOrName: connection.users[0].key });

      expect(Object.keys(data)).toContain(connection.name);
      expect(Object.keys(data)).not.toContain(without.name);
    },
  );

  test('answers the same by key and by name of the user', covers('AD-04'), async ({ directorySync, connections }) => {
    const { name, users } = await connections.provide();
    const [{ key, username, values }] = users;

    const byKey = await directorySync.getUserAttributes({ userKeyOrName: key });
    const byName = await directorySync.getUserAttributes({ userKeyOrName: username });

    expect(username).not.toBe(key);
    expect(byKey.data[name]).toEqual(values);
    expect(byName.data[name]).toEqual(values);
  });

  for (const { user: named, words } of namings) {
    test(
      `leaves out a connection that is not enabled, for a user by ${words}`,
      covers('AD-02'),
      async ({ directorySync, connections }) => {
        const { name, users } = await connections.provide({ enabled: false });

        const response = await directorySync.getUserAttributes({ userKeyOrName: users[0][named] });

        expect(Object.keys(valuesIn(response))).not.toContain(name);
      },
    );
  }

  test(
    'answers only the enabled one of two connections of a user',
    covers('AD-02', 'AD-06'),
    async ({ directorySync, connections }) => {
      const enabled = await connections.provide();
      const disabled = await connections.provide({ usersOf: enabled, enabled: false });
      const [{ key, values }] = enabled.users;

      const { data } = await directorySync.getUserAttributes({ userKeyOrName: key });

      // Other connections of the tracker may have the user too.
      expect(data[enabled.name]).toEqual(values);
      expect(Object.keys(data)).not.toContain(disabled.name);
    },
  );

  test(
    'answers whenCreated as day/month/year and a time of twelve hours',
    covers('AD-18'),
    async ({ directorySync, connections }) => {
      const { name, users } = await connections.provide({ attributes: ['whenCreated'] });
      const [{ key, values }] = users;

      const { data } = await directorySync.getUserAttributes({ userKeyOrName: key });

      expect(data[name]?.['whenCreated']).toMatch(WHEN_CREATED);
      expect(data[name]?.['whenCreated']).toBe(values['whenCreated']);
    },
  );

  for (const username of awkwardUsernames) {
    test(`finds a user by the name ${username}`, covers('AD-04'), async ({ directorySync, connections }) => {
      const { name, users } = await connections.provide({ usernames: [username, `${username}.2`] });

      const { data } = await directorySync.getUserAttributes({ userKeyOrName: users[0].username });

      expect(data[name]).toEqual(users[0].values);
    });
  }
});
