import type { ApiResponse, Assumptions, ProvidedSyncedUser } from '../../fixtures/index.js';
import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { callOf, firstThatWorks } from '../support/attempts.js';
import { keysOf } from '../support/values.js';
import { elementsIn, elementsOf, several, userLists, usernamesOf } from './support/user-lists.js';

type Ways = Assumptions['AD-N04'];

/** Names that the filter may have which keeps only some attributes (AD-N05). */
const keepFilters = ['fields', 'field', 'attributes', 'attribute', 'fieldNames', 'attributeNames'] as const;

/** Possible prefixes of an attribute's name in the filter that selects users by its value (AD-N05). */
const valuePrefixes = ['field.', 'fields.', 'field_', 'fields_', 'attribute.', 'attributes.', 'field-'] as const;

/** The filters that select users, with the users that a test of their pages chooses. */
const selectors = [
  {
    filter: 'usernames',
    matches: 'names',
    valueOf: ({ username }: ProvidedSyncedUser) => username,
    otherOf: ({ key }: ProvidedSyncedUser) => key,
  },
  {
    filter: 'userkeys',
    matches: 'keys',
    valueOf: ({ key }: ProvidedSyncedUser) => key,
    otherOf: ({ username }: ProvidedSyncedUser) => username,
  },
] as const;

for (const list of userLists) {
  test.describe(...describeEndpoint(list.name), () => {
    for (const { filter, matches, valueOf, otherOf } of selectors) {
      test(
        `takes several ${filter} as it is assumed to`,
        covers('AD-N04'),
        async ({ directorySync, connections, assumptions, observe }) => {
          const connection = await connections.provide({ users: 4 });
          const values = connection.users.slice(0, 3).map(valueOf);
          const selects = async (several: string | string[]) => {
            const response = await list.get(directorySync, connection, { [filter]: several, size: '25' });
            return elementsOf(connection, elementsIn(response)).length === values.length;
          };

          const works = { 'comma-separated': await selects(values.join(',')), repeated: await selects(values) };

          const ways = waysThatWork(works, assumptions['AD-N04']);
          observe.orUnclear(
            'AD-N04',
            ways.length === 0 ? undefined : ways,
            'Neither way selects all of several users.',
          );
        },
      );

      test(
        `matches by ${filter} what it is assumed to`,
        covers('AD-N19'),
        async ({ directorySync, connections, observe }) => {
          const connection = await connections.provide();
          const [user] = connection.users;
          test.skip(user.key === user.username, 'The key of the user is its name.');

          const response = await list.get(directorySync, connection, { [filter]: otherOf(user) });

          const isMatched = elementsOf(connection, elementsIn(response)).length > 0;
          observe('AD-N19', { [filter]: isMatched ? 'names and keys' : matches });
        },
      );
    }

    test(
      'keeps only the attributes that a filter names as it is assumed to',
      covers('AD-N05'),
      async ({ directorySync, connections, assumptions, observe }) => {
        const connection = await connections.provide({ attributes: ['mail', 'department'] });
        const [{ username, values }] = connection.users;
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
      async ({ directorySync, connections, assumptions, observe, tracker }) => {
        const connection = await connections.provide({ users: 3, attributes: ['mail'] });
        const [, { username, values }] = connection.users;
        const usernames = connection.users.map((user) => user.username);
        const selects = async (prefix: string) => {
          const query = {
            usernames: await several(usernames, tracker, connection),
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
        const [named, keyed] = connection.users;

        const response = await list.get(directorySync, connection, {
          usernames: named.username,
          userkeys: keyed.key,
          size: '25',
        });

        const selected = usernamesOf(elementsOf(connection, elementsIn(response)));
        observe.orUnclear('AD-N12', selectedTogether(response, selected, [named, keyed]), callOf(response));
        expect(usernamesOf([named, keyed])).toStrictEqual(expect.arrayContaining(selected));
      },
    );
  });
}

/** The ways of passing several values that work, those that are assumed first. */
function waysThatWork(works: { readonly [Way in Ways[number]]: boolean }, assumed: Ways): Ways {
  const all = [...new Set([...assumed, ...keysOf(works)])];
  return all.filter((way) => works[way]);
}

/** The users that a name of one and a key of another select together (AD-N12); undefined if that was refused. */
function selectedTogether(
  { ok }: ApiResponse,
  selected: readonly string[],
  [named, keyed]: readonly [ProvidedSyncedUser, ProvidedSyncedUser],
): Assumptions['AD-N12'] | undefined {
  if (!ok) return undefined;
  const hasNamed = selected.includes(named.username);
  if (selected.includes(keyed.username)) return hasNamed ? 'union' : 'userkeys';
  return hasNamed ? 'usernames' : 'intersection';
}
