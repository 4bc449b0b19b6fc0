import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';

test.describe(...describeEndpoint('getUserAttributes'), () => {
  test(
    'answers the values of the user by the name of the connection',
    covers('AD-06', 'AD-07'),
    async ({ directorySync, connections }) => {
      const { name, users } = await connections.provide({ users: 2 });
      const [, { key, values }] = users;

      const response = await directorySync.getUserAttributes({ userKeyOrName: key });

      expect(response).toFitContract();
      expect(response.data[name]).toStrictEqual(values);
    },
  );

  test('answers every connection of a user of three', covers('AD-06'), async ({ directorySync, connections }) => {
    const first = await connections.provide();
    const others = [await connections.provide({ usersOf: first }), await connections.provide({ usersOf: first })];
    const [{ key }] = first.users;

    const { data } = await directorySync.getUserAttributes({ userKeyOrName: key });

    for (const { name, users } of [first, ...others]) expect(data[name]).toStrictEqual(users[0].values);
  });
});
