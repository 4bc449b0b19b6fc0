import { awkwardUsernames } from '../../builders/index.js';
import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { namings, provideTwoConnections, valuesIn, WHEN_CREATED } from './support/user-values.js';
import type { UserOfConnection } from './support/user-values.js';

test.describe(...describeEndpoint('getUserField'), () => {
  test(
    'answers an object with the one attribute and its value',
    covers('AD-05', 'AD-07'),
    async ({ directorySync, connections }) => {
      const { id, users } = await connections.provide({ attributes: ['mail'] });
      const [{ key, values }] = users;

      const response = await directorySync.getUserField({ idOrName: id, userKeyOrName: key, idFromAD: 'mail' });

      expect(response).toFitContract();
      expect(response.data).toEqual({ mail: values['mail'] });
    },
  );

  test(
    'answers every attribute of the user, one by one',
    covers('AD-05', 'AD-07'),
    async ({ directorySync, connections }) => {
      const { id, attributes, users } = await connections.provide();
      const [{ key, values }] = users;

      const answers = await Promise.all(
        attributes.map((idFromAD) => directorySync.getUserField({ idOrName: id, userKeyOrName: key, idFromAD })),
      );

      expect(answers.map(({ data }) => data)).toEqual(attributes.map((name) => ({ [name]: values[name] })));
    },
  );

  test(
    'answers whenCreated as day/month/year and a time of twelve hours',
    covers('AD-18'),
    async ({ directorySync, connections }) => {
      const { id, users } = await connections.provide({ attributes: ['whenCreated'] });
      const [{ key, values }] = users;

      const { data } = await directorySync.getUserField({ idOrName: id, userKeyOrName: key, idFromAD: 'whenCreated' });

      expect(data['whenCreated']).toMatch(WHEN_CREATED);
      expect(data['whenCreated']).toBe(values['whenCreated']);
    },
  );

  test(
    'answers the same by id and name of the connection, by key and name of the user',
    covers('AD-04'),
    async ({ directorySync, connections }) => {
      const { id, name, attributes, users } = await connections.provide();
      const [{ key, username, values }] = users;
      const idFromAD = at(attributes, 0);

      const byIdAndKey = await directorySync.getUserField({ idOrName: id, userKeyOrName: key, idFromAD });
      const byIdAndName = await directorySync.getUserField({ idOrName: id, userKeyOrName: username, idFromAD });
      const byNameAndKey = await directorySync.getUserField({ idOrName: name, userKeyOrName: key, idFromAD });
      const byNames = await directorySync.getUserField({ idOrName: name, userKeyOrName: username, idFromAD });

      expect(byIdAndKey.data).toEqual({ [idFromAD]: values[idFromAD] });
      expect(byIdAndName.data).toEqual(byIdAndKey.data);
      expect(byNameAndKey.data).toEqual(byIdAndKey.data);
      expect(byNames.data).toEqual(byIdAndKey.data);
    },
  );

  for (const { connection: named, user: namedBy, words } of namings) {
    test(
      `answers the value of the connection that is named of a user in two connections, by ${words}`,
      covers('AD-04', 'AD-05'),
      async ({ directorySync, connections, build }) => {
        const [one, other] = await provideTwoConnections({ directorySync, connections, build });
        const ask = async ({ connection, user }: UserOfConnection) =>
          directorySync.getUserField({ idOrName: connection[named], userKeyOrName: user[namedBy], idFromAD: 'mail' });

        const [inOne, inOther] = [await ask(one), await ask(other)];

        expect(inOne.data).toEqual({ mail: one.user.values['mail'] });
        expect(inOther.data).toEqual({ mail: other.user.values['mail'] });
      },
    );
  }

  test(
    'answers an attribute whose name a URL gives a meaning',
    covers('AD-05'),
    async ({ directorySync, connections }) => {
      const idFromAD = 'ext/attribute?1 #ü+%';
      const { id, users } = await connections.provide({ attributes: [idFromAD], values: [{ [idFromAD]: 'found' }] });

      const { data } = await directorySync.getUserField({
        idOrName: id,
        userKeyOrName: users[0].username,
        idFromAD,
      });

      expect(data).toEqual({ [idFromAD]: 'found' });
    },
  );

  for (const named of namings) {
    test(
      `answers nothing of a connection that is not enabled, by its ${named.connection}`,
      covers('AD-02'),
      async ({ directorySync, connections }) => {
        const connection = await connections.provide({ enabled: false });

        const response = await directorySync.getUserField({
          idOrName: connection[named.connection],
          userKeyOrName: connection.users[0][named.user],
          idFromAD: 'mail',
        });

        expect(valuesIn(response)).toEqual({});
      },
    );
  }

  for (const username of awkwardUsernames) {
    test(`finds a user by the name ${username}`, covers('AD-04'), async ({ directorySync, connections }) => {
      const { name, users } = await connections.provide({
        usernames: [username, `${username}.2`],
        attributes: ['displayName', 'mail'],
      });

      const { data } = await directorySync.getUserField({
        idOrName: name,
        userKeyOrName: users[0].username,
        idFromAD: 'displayName',
      });

      expect(data).toEqual({ displayName: users[0].values['displayName'] });
    });
  }
});
