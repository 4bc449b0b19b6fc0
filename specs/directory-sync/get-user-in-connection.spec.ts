import { awkwardMoments } from '../../builders/index.js';
import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { WHEN_CREATED } from './support/user-values.js';

test.describe(...describeEndpoint('getUserInConnection'), () => {
  test(
    'answers every attribute of the user, each as text',
    covers('AD-03', 'AD-07'),
    async ({ directorySync, connections }) => {
      const connection = await connections.provide({ users: 2 });
      const [, user] = connection.users;

      const response = await directorySync.getUserInConnection({ idOrName: connection.id, userKeyOrName: user.key });

      expect(response).toFitContract();
      expect(response.data).toStrictEqual(user.values);
      // An attribute without a value may be left out (AD-N17).
      expect(connection.attributes).toStrictEqual(expect.arrayContaining(Object.keys(response.data)));
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
