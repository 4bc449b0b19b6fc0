import { awkwardUsernames } from '../../builders/index.js';
import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { expectOfMovingList } from './support/expect-of-moving-list.js';
import { keepFilters, valuePrefixes } from './support/filter-names.js';
import { firstThatWorks } from '../support/first-that-works.js';
import { nth } from '../support/nth.js';
import { several } from './support/several.js';
import { selectedTogether } from './support/selected-together.js';
import { elementsIn, elementsOf, userLists, usernamesOf } from './support/user-lists.js';
import { waysThatWork } from './support/ways-that-work.js';

for (const list of userLists) {
  test.describe(...describeEndpoint(list.name), () => {
    test('selects a user by usernames', covers('AD-15'), async ({ directorySync, connections }) => {
      const connection = await connections.provide({ users: 3 });
      const { username } = nth(connection.users, 1);

      const response = await list.get(directorySync, connection, { usernames: username });

      expect(response).toFitContract();
      const { elements } = response.data;
      expect(new Set(usernamesOf(elements))).toEqual(new Set([username]));
      expect(elementsOf(connection, elements)).toHaveLength(1);
    });

    test('selects a user by userkeys', covers('AD-16'), async ({ directorySync, connections }) => {
      const connection = await connections.provide({ users: 3 });
      const { key, username } = nth(connection.users, 1);

      const response = await list.get(directorySync, connection, { userkeys: key });

      expect(response).toFitContract();
      const { elements } = response.data;
      expect(new Set(usernamesOf(elements))).toEqual(new Set([username]));
      expect(elementsOf(connection, elements)).toHaveLength(1);
    });

    test(
      'selects by usernames with the values that are not filtered',
      covers('AD-15'),
      async ({ directorySync, connections }) => {
        const connection = await connections.provide({ users: 2 });
        const { username, values } = nth(connection.users, 0);

        const { data } = await list.get(directorySync, connection, { usernames: username });

        expect(elementsOf(connection, data.elements).map(({ fields }) => fields)).toEqual([values]);
      },
    );

    test(
      'selects nobody by a user name that nobody has',
      covers('AD-15'),
      async ({ directorySync, connections, build }) => {
        const connection = await connections.provide();

        const { data } = await list.get(directorySync, connection, { usernames: `nobody.${build.unusedId()}` });

        expect(data.elements).toEqual([]);
        expect(data.page.totalElements).toBe(0);
      },
    );

    test(
      'selects nobody by a user key that nobody has',
      covers('AD-16'),
      async ({ directorySync, connections, build }) => {
        const connection = await connections.provide();

        const { data } = await list.get(directorySync, connection, { userkeys: `NOBODY${build.unusedId()}` });

        expect(data.elements).toEqual([]);
        expect(data.page.totalElements).toBe(0);
      },
    );

    test(
      'takes a user name for no key and a key for no user name',
      covers('AD-15', 'AD-16'),
      async ({ directorySync, connections }) => {
        const connection = await connections.provide();
        const { key, username } = nth(connection.users, 0);

        const byName = await list.get(directorySync, connection, { userkeys: username });
        const byKey = await list.get(directorySync, connection, { usernames: key });

        expect(byName.data.elements).toEqual([]);
        expect(byKey.data.elements).toEqual([]);
      },
    );

    test(
      'counts only the selected by usernames, page by page',
      covers('AD-15', 'AD-17'),
      async ({ directorySync, connections, assumptions }) => {
        const connection = await connections.provide({ users: 10 });
        const usernames = usernamesOf(connection.users.slice(0, 5));

        await expectOfMovingList(connection, async () => {
          const { data: whole } = await list.get(directorySync, connection, {
            usernames: several(usernames, assumptions),
            size: '25',
          });
          const { data } = await list.get(directorySync, connection, {
            usernames: several(usernames, assumptions),
            size: '2',
            page: '2',
          });

          expect(new Set(usernamesOf(whole.elements))).toEqual(new Set(usernames));
          const total = whole.elements.length;
          expect(data.elements).toEqual(whole.elements.slice(2, 4));
          expect(data.page).toMatchObject({
            current: 2,
            pageSize: 2,
            totalElements: total,
            totalPages: Math.ceil(total / 2),
          });
        });
      },
    );

    test(
      'counts only the selected by userkeys, page by page',
      covers('AD-16', 'AD-17'),
      async ({ directorySync, connections, assumptions }) => {
        const connection = await connections.provide({ users: 10 });
        const chosen = connection.users.slice(5, 10);
        const userkeys = chosen.map(({ key }) => key);

        await expectOfMovingList(connection, async () => {
          const { data: whole } = await list.get(directorySync, connection, {
            userkeys: several(userkeys, assumptions),
            size: '25',
          });
          const { data } = await list.get(directorySync, connection, {
            userkeys: several(userkeys, assumptions),
            size: '3',
            page: '2',
          });

          expect(new Set(usernamesOf(whole.elements))).toEqual(new Set(usernamesOf(chosen)));
          const total = whole.elements.length;
          expect(data.elements).toEqual(whole.elements.slice(3, 6));
          expect(data.page).toMatchObject({
            current: 2,
            pageSize: 3,
            totalElements: total,
            totalPages: Math.ceil(total / 3),
          });
        });
      },
    );

    test(
      'has each selected user once on the pages of a filtered list',
      covers('AD-17'),
      async ({ directorySync, connections, assumptions }) => {
        const connection = await connections.provide({
          usernames: ['ann.first', 'bob.second', 'cid.third', 'dot.fourth', 'eve.fifth', 'fay.sixth', 'gil.seventh'],
        });
        const usernames = ['bob.second', 'dot.fourth', 'eve.fifth', 'gil.seventh', 'nobody.at.all'];
        const read = (page: string) =>
          list.get(directorySync, connection, { usernames: several(usernames, assumptions), size: '3', page });

        const [first, second] = [await read('1'), await read('2')];

        expect(first.data.elements).toHaveLength(3);
        expect(usernamesOf([...first.data.elements, ...second.data.elements])).toEqual(usernames.slice(0, 4));
        expect(second.data.page).toEqual({ current: 2, pageSize: 3, totalPages: 2, totalElements: 4 });
      },
    );

    test(
      'names a user once who is named twice',
      covers('AD-15'),
      async ({ directorySync, connections, assumptions }) => {
        const connection = await connections.provide();
        const { username } = nth(connection.users, 0);

        const { data } = await list.get(directorySync, connection, {
          usernames: several([username, username], assumptions),
        });

        expect(elementsOf(connection, data.elements)).toHaveLength(1);
      },
    );

    test(
      'selects by usernames nobody over a connection that is not enabled',
      covers('AD-02', 'AD-15'),
      async ({ directorySync, connections }) => {
        const disabled = await connections.provide({ enabled: false });
        const { username } = nth(disabled.users, 0);

        const response = await list.get(directorySync, disabled, { usernames: username, size: '25' });

        expect(elementsOf(disabled, elementsIn(response))).toEqual([]);
      },
    );

    test(
      'selects by userkeys nobody over a connection that is not enabled',
      covers('AD-02', 'AD-16'),
      async ({ directorySync, connections }) => {
        const disabled = await connections.provide({ enabled: false });
        const { key } = nth(disabled.users, 0);

        const response = await list.get(directorySync, disabled, { userkeys: key, size: '25' });

        expect(elementsOf(disabled, elementsIn(response))).toEqual([]);
      },
    );

    for (const username of awkwardUsernames) {
      test(`selects ${username} by usernames`, covers('AD-15'), async ({ directorySync, connections }) => {
        const connection = await connections.provide({ usernames: [username, `${username}.2`] });

        const { data } = await list.get(directorySync, connection, { usernames: username });

        expect(data.elements.map((element) => element.username)).toEqual([username]);
      });
    }

    test(
      'takes several usernames as it is assumed to',
      covers('AD-15', 'AD-N04'),
      async ({ directorySync, connections, assumptions, observe }) => {
        const connection = await connections.provide({ users: 4 });
        const names = connection.users.slice(0, 3).map(({ username }) => username);
        const selects = async (usernames: string | string[]) => {
          const response = await list.get(directorySync, connection, { usernames, size: '25' });
          return usernamesOf(elementsOf(connection, elementsIn(response))).length === names.length;
        };

        const works = { 'comma-separated': await selects(names.join(',')), repeated: await selects(names) };

        const ways = waysThatWork(works, assumptions['AD-N04']);

        expect(ways).not.toEqual([]);
        observe('AD-N04', ways);
      },
    );

    test(
      'takes several userkeys as it is assumed to',
      covers('AD-16', 'AD-N04'),
      async ({ directorySync, connections, assumptions, observe }) => {
        const connection = await connections.provide({ users: 4 });
        const keys = connection.users.slice(0, 3).map(({ key }) => key);
        const selects = async (userkeys: string | string[]) => {
          const response = await list.get(directorySync, connection, { userkeys, size: '25' });
          return elementsOf(connection, elementsIn(response)).length === keys.length;
        };

        const works = { 'comma-separated': await selects(keys.join(',')), repeated: await selects(keys) };

        const ways = waysThatWork(works, assumptions['AD-N04']);

        expect(ways).not.toEqual([]);
        observe('AD-N04', ways);
      },
    );

    test(
      'keeps only the attributes that a filter names as it is assumed to',
      covers('AD-N05'),
      async ({ directorySync, connections, assumptions, observe }) => {
        const connection = await connections.provide({ attributes: ['mail', 'department'] });
        const { username, values } = nth(connection.users, 0);
        const keeps = async (keep: string) => {
          const response = await list.get(directorySync, connection, { usernames: username, [keep]: 'mail' });
          const [element] = elementsOf(connection, elementsIn(response));
          return JSON.stringify(element?.fields) === JSON.stringify({ mail: values['mail'] });
        };

        const keep = await firstThatWorks([assumptions['AD-N05'].keep, ...keepFilters], keeps);

        observe.orUnclear(
          'AD-N05',
          keep === undefined ? undefined : { keep },
          `keep: none of the names tried keeps attributes: ${keepFilters.join(', ')}.`,
        );
      },
    );

    test(
      'selects users by a value as it is assumed to',
      covers('AD-N05'),
      async ({ directorySync, connections, assumptions, observe }) => {
        const connection = await connections.provide({ users: 3, attributes: ['mail'] });
        const { username, values } = nth(connection.users, 1);
        const usernames = connection.users.map((user) => user.username);
        const selects = async (prefix: string) => {
          const query = {
            usernames: several(usernames, assumptions),
            size: '25',
            [`${prefix}mail`]: values['mail'] ?? '',
          };
          const response = await list.get(directorySync, connection, query);
          const selected = elementsOf(connection, elementsIn(response)).map((element) => element.username);
          return selected.join() === username;
        };

        const valuePrefix = await firstThatWorks([assumptions['AD-N05'].valuePrefix, ...valuePrefixes], selects);

        observe.orUnclear(
          'AD-N05',
          valuePrefix === undefined ? undefined : { valuePrefix },
          `valuePrefix: none that was tried selects users: ${valuePrefixes.join(', ')}.`,
        );
      },
    );

    test(
      'selects by usernames and userkeys together as it is assumed to',
      covers('AD-N12'),
      async ({ directorySync, connections, observe }) => {
        const connection = await connections.provide({ users: 3 });
        const [named, keyed] = [nth(connection.users, 0), nth(connection.users, 1)];

        const response = await list.get(directorySync, connection, {
          usernames: named.username,
          userkeys: keyed.key,
          size: '25',
        });

        const selected = usernamesOf(elementsOf(connection, elementsIn(response)));
        observe('AD-N12', selectedTogether(selected));
        expect([[], usernamesOf([named, keyed])]).toContainEqual(selected);
      },
    );

    test(
      'has a user once whom usernames and userkeys both name',
      covers('AD-15', 'AD-16'),
      async ({ directorySync, connections }) => {
        const connection = await connections.provide({ users: 3 });
        const { key, username } = nth(connection.users, 2);

        const { data } = await list.get(directorySync, connection, { usernames: username, userkeys: key });

        expect(usernamesOf(elementsOf(connection, data.elements))).toEqual([username]);
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
      const { key, username } = nth(one.users, 0);

      const byName = await directorySync.listUsers({ query: { usernames: username } });
      const byKey = await directorySync.listUsers({ query: { userkeys: key } });

      expect(usernamesOf(elementsOf(one, byName.data.elements))).toEqual([username]);
      expect(usernamesOf(elementsOf(other, byName.data.elements))).toEqual([username]);
      expect(usernamesOf(elementsOf(one, byKey.data.elements))).toEqual([username]);
      expect(usernamesOf(elementsOf(other, byKey.data.elements))).toEqual([username]);
    },
  );
});

test.describe(...describeEndpoint('listConnectionUsers'), () => {
  test(
    'selects of a user of two connections what the one that is named has',
    covers('AD-14', 'AD-15', 'AD-16'),
    async ({ directorySync, connections }) => {
      const one = await connections.provide({ users: 2 });
      await connections.provide({ usersOf: one });
      const { key, username, values } = nth(one.users, 0);
      const idOrName = one.id;

      const byName = await directorySync.listConnectionUsers({ idOrName, query: { usernames: username } });
      const byKey = await directorySync.listConnectionUsers({ idOrName, query: { userkeys: key } });

      const element = { username, configurationName: one.name, fields: values };
      expect(byName.data.elements).toEqual([element]);
      expect(byKey.data.elements).toEqual([element]);
    },
  );

  test(
    'selects by usernames nobody who is only in another connection',
    covers('AD-14', 'AD-15'),
    async ({ directorySync, connections }) => {
      const connection = await connections.provide();
      const other = await connections.provide({ usernames: ['only.in.the.other'] });

      const inOne = await directorySync.listConnectionUsers({
        idOrName: connection.id,
        query: { usernames: 'only.in.the.other' },
      });
      const inOther = await directorySync.listConnectionUsers({
        idOrName: other.id,
        query: { usernames: 'only.in.the.other' },
      });

      expect(inOne.data.elements).toEqual([]);
      expect(usernamesOf(inOther.data.elements)).toEqual(['only.in.the.other']);
    },
  );
});
