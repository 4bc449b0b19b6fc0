import { awkwardUsernames } from '../../builders/index.js';
import type { ProvidedSyncedUser } from '../../fixtures/index.js';
import { covers, describeEndpoint, expect, failsFor, test } from '../../fixtures/index.js';
import { answered } from '../support/attempts.js';
import {
  elementsIn,
  elementsOf,
  expectedPages,
  expectPages,
  expectOfMovingList,
  identityOf,
  several,
  userLists,
  usernamesOf,
  walk,
} from './support/user-lists.js';

/** The filters that select users, with the users that a test of their pages chooses. */
const selectors = [
  {
    filter: 'usernames',
    rule: 'AD-15',
    words: 'name',
    valueOf: ({ username }: ProvidedSyncedUser) => username,
    nobody: (unused: number) => `nobody.${unused}`,
    chosen: [0, 5],
    size: 2,
  },
  {
    filter: 'userkeys',
    rule: 'AD-16',
    words: 'key',
    valueOf: ({ key }: ProvidedSyncedUser) => key,
    nobody: (unused: number) => `NOBODY${unused}`,
    chosen: [2, 7],
    size: 3,
  },
] as const;

for (const list of userLists) {
  test.describe(...describeEndpoint(list.name), () => {
    for (const { filter, rule, valueOf, words, nobody, chosen, size } of selectors) {
      test(
        `selects nobody by a user ${words} that nobody has, nor by the first letter of one`,
        covers(rule),
        async ({ directorySync, connections, build }) => {
          const connection = await connections.provide();
          const letter = valueOf(connection.users[0]).slice(0, 1);

          const unused = await list.get(directorySync, connection, { [filter]: nobody(build.unusedId()) });
          const begins = await list.get(directorySync, connection, { [filter]: letter });

          expect(unused.data.elements).toStrictEqual([]);
          expect(unused.data.page.totalElements).toBe(0);
          // Somebody may be called so.
          expect(begins.data.elements.filter(({ username }) => username !== letter)).toStrictEqual([]);
        },
      );

      test(
        `counts only the selected by ${filter}, page by page`,
        covers(rule, 'AD-12', 'AD-17'),
        async ({ directorySync, connections, build, tracker }) => {
          const connection = await connections.provide({ users: 7 });
          const users = connection.users.slice(...chosen);
          const values = [...users.map(valueOf), nobody(build.unusedId())];
          const selected = { [filter]: await several(values, tracker, connection) };

          await expectOfMovingList(connection, async () => {
            const { data: whole } = await list.get(directorySync, connection, { ...selected, size: '25' });
            const { first, descriptors, lengths, elements } = await walk(list, directorySync, connection, {
              ...selected,
              size: String(size),
            });

            failsFor(rule);
            expect(usernamesOf(elementsOf(connection, whole.elements))).toStrictEqual(usernamesOf(users));
            expect(new Set(usernamesOf(whole.elements))).toStrictEqual(new Set(usernamesOf(users)));
            const expected = expectedPages(whole.elements.length, size, first);
            expectPages(descriptors, expected.descriptors, 'AD-17');
            failsFor('AD-12');
            expect(elements.map(identityOf)).toStrictEqual(whole.elements.map(identityOf));
            expect(lengths).toStrictEqual(expected.lengths);
          });
        },
      );

      test(
        `lists a user once whom ${filter} names twice`,
        covers(rule, 'AD-17'),
        async ({ directorySync, connections, tracker }) => {
          const connection = await connections.provide();
          const value = valueOf(connection.users[0]);

          const { data } = await list.get(directorySync, connection, {
            [filter]: await several([value, value], tracker, connection),
          });

          failsFor(rule);
          expect(usernamesOf(elementsOf(connection, data.elements))).toStrictEqual([connection.users[0].username]);
          failsFor('AD-17');
          expect(data.page.totalElements).toBe(data.elements.length);
        },
      );

      test(
        `selects by ${filter} nobody over a connection that is not enabled`,
        covers('AD-02'),
        async ({ directorySync, connections }) => {
          const disabled = await connections.provide({ enabled: false });
          const query = { [filter]: valueOf(disabled.users[0]), size: '25' };

          const response = await list.get(directorySync, disabled, query);

          expect(elementsOf(disabled, elementsIn(answered(response))).map(identityOf)).toStrictEqual([]);
        },
      );
    }

    for (const username of awkwardUsernames) {
      test(`selects ${username} by name and key`, covers('AD-15', 'AD-16'), async ({ directorySync, connections }) => {
        const connection = await connections.provide({ usernames: [username, `${username}.2`] });

        const [user] = connection.users;
        for (const { filter, rule, valueOf } of selectors) {
          const { data } = await list.get(directorySync, connection, { [filter]: valueOf(user) });

          failsFor(rule);
          expect(usernamesOf(elementsOf(connection, data.elements))).toStrictEqual([user.username]);
          // Other connections may have the user too.
          expect(new Set(usernamesOf(data.elements))).toStrictEqual(new Set([user.username]));
        }
      });
    }

    test(
      'has a user once whom usernames and userkeys both name',
      covers('AD-15', 'AD-16'),
      async ({ directorySync, connections }) => {
        const connection = await connections.provide({ users: 3 });
        const { key, username } = connection.users[2];

        const response = await list.get(directorySync, connection, { usernames: username, userkeys: key });

        const selected = usernamesOf(elementsOf(connection, elementsIn(response)));
        expect(selected).toStrictEqual(answered(response).ok ? [username] : []);
      },
    );
  });
}

test.describe(...describeEndpoint('listUsers'), () => {
  test(
    'selects a user of two connections for each',
    covers('AD-13', 'AD-15', 'AD-16'),
    async ({ directorySync, connections }) => {
      const one = await connections.provide({ users: 2 });
      const other = await connections.provide({ usersOf: one });
      const [{ key, username }] = one.users;

      const byName = await directorySync.listUsers({ query: { usernames: username } });
      const byKey = await directorySync.listUsers({ query: { userkeys: key } });

      expect(usernamesOf(elementsOf(one, byName.data.elements))).toStrictEqual([username]);
      expect(usernamesOf(elementsOf(other, byName.data.elements))).toStrictEqual([username]);
      expect(usernamesOf(elementsOf(one, byKey.data.elements))).toStrictEqual([username]);
      expect(usernamesOf(elementsOf(other, byKey.data.elements))).toStrictEqual([username]);
    },
  );
});

test.describe(...describeEndpoint('listConnectionUsers'), () => {
  test(
    'selects what the connection that is named has of a user of two',
    covers('AD-14', 'AD-15', 'AD-16'),
    async ({ directorySync, connections }) => {
      const one = await connections.provide({ users: 2 });
      await connections.provide({ usersOf: one });
      const [{ key, username, values }] = one.users;
      const idOrName = one.id;

      const byName = await directorySync.listConnectionUsers({ idOrName, query: { usernames: username } });
      const byKey = await directorySync.listConnectionUsers({ idOrName, query: { userkeys: key } });

      const element = { username, configurationName: one.name, fields: values };
      expect(byName.data.elements).toStrictEqual([expect.objectContaining(element)]);
      expect(byKey.data.elements).toStrictEqual([expect.objectContaining(element)]);
    },
  );

  for (const { filter, rule, valueOf } of selectors) {
    test(
      `selects by ${filter} in a connection that is given by its name`,
      covers('AD-04', rule),
      async ({ directorySync, connections }) => {
        const connection = await connections.provide({ users: 3 });
        const [, user] = connection.users;

        const { data } = await directorySync.listConnectionUsers({
          idOrName: connection.name,
          query: { [filter]: valueOf(user), size: '25' },
        });

        expect(usernamesOf(elementsOf(connection, data.elements))).toStrictEqual([user.username]);
        expect(data.page.totalElements).toBe(1);
      },
    );
  }
});
