import { awkwardUsernames } from '../../builders/index.js';
import type { DataOf, Endpoints, TestFixtures } from '../../fixtures/index.js';
import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';

test.describe(...describeEndpoint('listGroupMembers'), () => {
  test(
    'has the key of a synchronized user, by which the user is found',
    covers('AD-26'),
    async ({ trackerApi, directorySync, connections }) => {
      const { id, group = '', users } = await connections.provide({ users: 3, inGroup: true });
      const { username, key, values } = users[2];

      const members = await membersOf(trackerApi, group);

      const found = members.find(({ name }) => name === username);
      expect(found?.key).toBe(key);
      const { data } = await directorySync.getUserInConnection({ idOrName: id, userKeyOrName: found?.key ?? '' });
      expect(data).toStrictEqual(values);
    },
  );
});

test.describe(...describeEndpoint('getUser'), () => {
  test(
    'has the key of a synchronized user, by which the user is found',
    covers('AD-27'),
    async ({ trackerApi, directorySync, connections }) => {
      const { id, users } = await connections.provide();
      const [{ username, key, values }] = users;

      const found = await trackerApi.getUser({ query: { username } });

      expect(found).toFitContract();
      expect(found.data.key).toBe(key);
      const { data } = await directorySync.getUserInConnection({ idOrName: id, userKeyOrName: found.data.key });
      expect(data).toStrictEqual(values);
    },
  );

  for (const username of awkwardUsernames) {
    test(`has the key of ${username}`, covers('AD-27'), async ({ trackerApi, connections }) => {
      const { users } = await connections.provide({ usernames: [username] });

      const { data } = await trackerApi.getUser({ query: { username: users[0].username } });

      expect(data.key).toBe(users[0].key);
    });
  }
});

/** Every member of a group, page by page. */
async function membersOf(trackerApi: TestFixtures['trackerApi'], groupname: string) {
  const members: DataOf<Endpoints['listGroupMembers']>['values'] = [];
  for (;;) {
    const { data } = await trackerApi.listGroupMembers({ query: { groupname, startAt: members.length } });
    members.push(...data.values);
    if (data.isLast || data.values.length === 0) return members;
  }
}
