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
