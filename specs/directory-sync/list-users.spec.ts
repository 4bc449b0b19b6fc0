import { covers, describeEndpoint, expect, failsFor, test } from '../../fixtures/index.js';
import { answered } from '../support/attempts.js';
import { at, inOrder } from '../support/values.js';
import {
  descriptorOf,
  elementsIn,
  elementsOf,
  expectedPages,
  expectPages,
  expectOfMovingList,
  firstPage,
  identityOf,
  repeatedIn,
  several,
  userLists,
  usernamesOf,
  walk,
} from './support/user-lists.js';
import { WHEN_CREATED } from './support/user-values.js';

/** Sizes at which pages are walked: the smallest, small, the default one and its neighbour. */
const sizes = [1, 2, 25, 26];

for (const list of userLists) {
  test.describe(...describeEndpoint(list.name), () => {
    test(
      'has the username, configurationName and fields of each element',
      covers('AD-08', 'AD-07'),
      async ({ directorySync, connections }) => {
        const connection = await connections.provide();
        const [{ username, values }] = connection.users;

        const response = await list.get(directorySync, connection, { usernames: username });

        expect(response).toFitContract();
        const own = elementsOf(connection, response.data.elements);
        expect(own).toStrictEqual([{ username, configurationName: connection.name, fields: values }]);
      },
    );

    test(
      'holds 25 users on a page if no size is given',
      covers('AD-09', 'AD-12', 'AD-15', 'AD-16'),
      async ({ directorySync, connections, tracker }) => {
        const connection = await connections.provide({ users: 26 });
        const keys = connection.users.map(({ key }) => key);
        const usernames = await several(usernamesOf(connection.users), tracker, connection);
        const userkeys = await several(keys, tracker, connection);

        const first = await firstPage(list, directorySync, connection);
        for (const [rule, selected] of [
          ['AD-09', {}],
          ['AD-15', { usernames }],
          ['AD-16', { userkeys }],
        ] as const) {
          failsFor('AD-09');
          const { data } = await list.get(directorySync, connection, { ...selected, page: String(first) });

          expect(data.elements.length, 'users on a page').toBeLessThanOrEqual(25);
          failsFor(rule);
          expect(data.elements).toHaveLength(25);
          const { totalElements } = data.page;
          expectPages([descriptorOf(data)], expectedPages(totalElements, 25, first).descriptors.slice(0, 1), 'AD-12');
          expect(totalElements).toBeGreaterThanOrEqual(26);
        }
        await expectOfMovingList(connection, async () => {
          const { elements } = await walk(list, directorySync, connection, { usernames });

          expect(repeatedIn(elements), 'listed again').toStrictEqual([]);
          expect(usernamesOf(elementsOf(connection, elements))).toStrictEqual(usernamesOf(connection.users));
        });
      },
    );

    test(
      'says the size that was asked for, even if there are fewer users',
      covers('AD-10'),
      async ({ directorySync, connections }) => {
        const connection = await connections.provide({ users: 2 });
        const [{ username }] = connection.users;

        const { data } = await list.get(directorySync, connection, { usernames: username, size: '20' });

        expect(data.page).toMatchObject({ pageSize: 20, totalPages: 1 });
        expect(data.elements).toHaveLength(data.page.totalElements);
      },
    );

    test(
      'answers without page the page whose number it says',
      covers('AD-11'),
      async ({ directorySync, connections, tracker }) => {
        const connection = await connections.provide({ users: 3 });
        const query = { size: '2', usernames: await several(usernamesOf(connection.users), tracker, connection) };

        await expectOfMovingList(connection, async () => {
          const { data: without } = await list.get(directorySync, connection, query);
          const page = String(without.page.current);
          const { data: asked } = await list.get(directorySync, connection, { ...query, page });

          expect(asked.page.current).toBe(without.page.current);
          expect(asked.elements.map(identityOf)).toStrictEqual(without.elements.map(identityOf));
        });
      },
    );

    for (const size of sizes) {
      test(
        `lists every element once, page by page of ${size}`,
        covers('AD-10', 'AD-11', 'AD-12'),
        async ({ directorySync, connections }) => {
          const connection = await connections.provide({ users: 27, fewest: 3 });

          await expectOfMovingList(connection, async () => {
            const { first, descriptors, lengths, elements } = await walk(list, directorySync, connection, {
              size: String(size),
            });

            // A tracker may cut sizes above the default (AD-N06).
            const { pageSize } = at(descriptors, 0);
            const cut = size > 25 && pageSize < size ? Math.max(pageSize, 25) : size;
            const expected = expectedPages(at(descriptors, 0).totalElements, cut, first);
            expectPages(descriptors, expected.descriptors, 'AD-12');
            expect(repeatedIn(elements), 'listed again').toStrictEqual([]);
            expect(lengths).toStrictEqual(expected.lengths);
            const met = usernamesOf(elementsOf(connection, elements));
            expect(met).toStrictEqual(expect.arrayContaining(usernamesOf(connection.users)));
          });
        },
      );
    }

    test(
      'lists the users of a connection, and no others of it',
      covers('AD-12', 'AD-14'),
      async ({ directorySync, connections }) => {
        const connection = await connections.provide({ users: 5 });
        const listed = async (of: typeof list, size: string) => {
          const { elements } = await walk(of, directorySync, connection, { size });
          return elementsOf(connection, elements).map(({ username, fields }) => ({ username, values: fields }));
        };

        // Nobody knows all users of a connection that others use, but the other list has to hold the same ones.
        await expectOfMovingList(connection, async () => {
          const met = await listed(list, connection.complete ? '2' : '25');

          const others = userLists.filter((other) => other !== list);
          const there = connection.complete
            ? connection.users.map(({ username, values }) => ({ username, values }))
            : (await Promise.all(others.map((other) => listed(other, '25')))).flat();
          expect(inOrder(met)).toStrictEqual(inOrder(there));
        });
      },
    );

    test(
      'is in the same order on every read',
      covers('AD-12', 'AD-15'),
      async ({ directorySync, connections, tracker }) => {
        const connection = await connections.provide({ users: 27, fewest: 3 });
        const usernames = connection.users.map(({ username }) => username);
        const read = async () => {
          const { elements } = await walk(list, directorySync, connection, {
            size: '9',
            usernames: await several(usernames, tracker, connection),
          });
          return elementsOf(connection, elements).map(({ username }) => username);
        };

        const [first, second] = [await read(), await read()];

        expect(first).toHaveLength(connection.users.length);
        expect(second).toStrictEqual(first);
      },
    );

    test(
      'has whenCreated of every user as day/month/year and a time of twelve hours',
      covers('AD-18'),
      async ({ directorySync, connections }) => {
        const connection = await connections.provide({ users: 30, fewest: 1, attributes: ['whenCreated'] });

        const { elements } = await walk(list, directorySync, connection, { size: '25' });

        const own = elementsOf(connection, elements);
        const values = own.map(({ fields }) => fields['whenCreated'] ?? '');
        expect(values.length).toBeGreaterThanOrEqual(connection.users.length);
        expect(values.filter((value) => !WHEN_CREATED.test(value))).toStrictEqual([]);
        const listed = new Map(own.map(({ username, fields }) => [username, fields['whenCreated']]));
        expect(connection.users.map(({ username }) => listed.get(username))).toStrictEqual(
          connection.users.map((user) => user.values['whenCreated']),
        );
      },
    );
  });
}

test.describe(...describeEndpoint('listUsers'), () => {
  test(
    'has for each connection the values of that connection',
    covers('AD-13'),
    async ({ directorySync, connections }) => {
      const one = await connections.provide();
      const other = await connections.provide({ usersOf: one });

      const { data } = await directorySync.listUsers({ query: { usernames: one.users[0].username } });

      expect(elementsOf(one, data.elements).map(({ fields }) => fields)).toStrictEqual([one.users[0].values]);
      expect(elementsOf(other, data.elements).map(({ fields }) => fields)).toStrictEqual([other.users[0].values]);
    },
  );

  test(
    'lists the users of two connections once for each, page by page',
    covers('AD-12', 'AD-13'),
    async ({ directorySync, connections, tracker }) => {
      const one = await connections.provide({ users: 5 });
      const other = await connections.provide({ usersOf: one });
      const usernames = one.users.map(({ username }) => username);
      const list = at(userLists, 0);

      await expectOfMovingList(one, async () => {
        const { elements } = await walk(list, directorySync, one, {
          size: '3',
          usernames: await several(usernames, tracker, one),
        });

        expect(usernamesOf(elementsOf(one, elements))).toStrictEqual(usernamesOf(one.users));
        expect(usernamesOf(elementsOf(other, elements))).toStrictEqual(usernamesOf(one.users));
        expect(repeatedIn(elements), 'listed again').toStrictEqual([]);
      });
    },
  );

  test('has no user over a connection that is not enabled', covers('AD-02'), async ({ directorySync, connections }) => {
    const disabled = await connections.provide({ users: 3, enabled: false });

    const { elements } = await walk(at(userLists, 0), directorySync, disabled, { size: '25' });

    expect(elementsOf(disabled, elements).map(identityOf)).toStrictEqual([]);
  });

  test(
    'has a user of an enabled and of a disabled connection once, and counts no more',
    covers('AD-02'),
    async ({ directorySync, connections, tracker }) => {
      const enabled = await connections.provide({ users: 3 });
      const disabled = await connections.provide({ usersOf: enabled, enabled: false });

      const usernames = await several(usernamesOf(enabled.users), tracker, enabled);
      for (const selected of [{}, { usernames }]) {
        await expectOfMovingList(enabled, async () => {
          const query = { ...selected, size: '2' };
          const { elements, descriptors } = await walk(at(userLists, 0), directorySync, enabled, query);

          const names = usernamesOf(elementsOf(enabled, elements));
          const theirs = names.filter((name) => enabled.users.some(({ username }) => username === name));
          failsFor('AD-12');
          expect(theirs).toStrictEqual(usernamesOf(enabled.users));
          failsFor('AD-02');
          expect(elementsOf(disabled, elements).map(identityOf)).toStrictEqual([]);
          failsFor('AD-17');
          expect(at(descriptors, 0).totalElements).toBe(elements.length);
        });
      }
    },
  );
});

test.describe(...describeEndpoint('listConnectionUsers'), () => {
  test('counts the users of that connection only', covers('AD-14', 'AD-12'), async ({ directorySync, connections }) => {
    const connection = await connections.provide({ users: 3 });

    const { descriptors, elements } = await walk(at(userLists, 1), directorySync, connection, { size: '25' });

    expect(elements).toHaveLength(at(descriptors, 0).totalElements);
    expect(elementsOf(connection, elements)).toHaveLength(elements.length);
  });

  test(
    'answers by the name of the connection what it answers by its id',
    covers('AD-04', 'AD-14'),
    async ({ directorySync, connections }) => {
      const { id, name } = await connections.provide({ users: 5 });
      const first = await firstPage(at(userLists, 1), directorySync, { id });
      const query = { size: '3', page: String(first + 1) };

      const byId = await directorySync.listConnectionUsers({ idOrName: id, query });
      const byName = await directorySync.listConnectionUsers({ idOrName: name, query });

      expect(byId).toFitContract();
      expect(byName.data.page).toMatchObject(descriptorOf(byId.data));
      expect(elementsOf({ name }, byName.data.elements)).toStrictEqual(elementsOf({ name }, byId.data.elements));
      expect(byName.data.elements).toHaveLength(byId.data.elements.length);
    },
  );

  for (const named of ['id', 'name'] as const) {
    test(
      `has nobody of a connection that is not enabled, by its ${named}`,
      covers('AD-02'),
      async ({ directorySync, connections }) => {
        const connection = await connections.provide({ enabled: false });

        const response = await directorySync.listConnectionUsers({ idOrName: connection[named] });

        expect(elementsIn(answered(response)).map(identityOf)).toStrictEqual([]);
      },
    );
  }
});
