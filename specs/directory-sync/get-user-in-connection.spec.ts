import { awkwardMoments } from '../../builders/index.js';
import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { at } from '../support/values.js';
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
