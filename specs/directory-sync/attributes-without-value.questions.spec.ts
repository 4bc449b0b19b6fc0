import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { elementsOf, userLists } from './support/user-lists.js';
import { valuesIn } from './support/user-values.js';

test.describe(...describeEndpoint('getUserInConnection'), () => {
  test(
    'answers an attribute without a value as it is assumed to',
    covers('AD-03', 'AD-N17'),
    async ({ directorySync, connections, observe }) => {
      const { id, users } = await connections.provide({ values: [{ mail: '', department: ' ' }] });

      const { data } = await directorySync.getUserInConnection({ idOrName: id, userKeyOrName: users[0].key });

      observe('AD-N17', 'mail' in data ? 'empty text' : 'absent');
      expect({ mail: '', ...data }).toMatchObject({ mail: '', department: ' ' });
    },
  );
});

test.describe(...describeEndpoint('getUserField'), () => {
  test(
    'answers an attribute without a value as it is assumed to',
    covers('AD-07', 'AD-N17'),
    async ({ directorySync, connections, observe }) => {
      const { id, users } = await connections.provide({ values: [{ mail: '' }] });

      const response = await directorySync.getUserField({
        idOrName: id,
        userKeyOrName: users[0].key,
        idFromAD: 'mail',
      });

      const { mail = '' } = valuesIn(response);
      observe('AD-N17', 'mail' in valuesIn(response) ? 'empty text' : 'absent');
      expect(mail).toBe('');
    },
  );
});

test.describe(...describeEndpoint('getUserAttributes'), () => {
  test(
    'has no values of a connection without the user, as it is assumed to',
    covers('AD-06', 'AD-N18'),
    async ({ directorySync, connections, observe }) => {
      const without = await connections.provide();
      const { name, users } = await connections.provide({ usersNotOf: without });

      const { data } = await directorySync.getUserAttributes({ userKeyOrName: users[0].key });

      expect(Object.keys(data)).toContain(name);
      expect(Object.keys(data[without.name] ?? {})).toStrictEqual([]);
      observe('AD-N18', without.name in data ? 'an empty object' : 'nothing');
    },
  );
});

for (const list of userLists) {
  test.describe(...describeEndpoint(list.name), () => {
    test(
      'has an attribute without a value as it is assumed to',
      covers('AD-07', 'AD-08', 'AD-N17'),
      async ({ directorySync, connections, observe }) => {
        const connection = await connections.provide({ values: [{ mail: '' }] });
        const [{ username }] = connection.users;

        const { data } = await list.get(directorySync, connection, { usernames: username });

        const { mail, ...others } = at(elementsOf(connection, data.elements), 0).fields;
        observe('AD-N17', mail === '' ? 'empty text' : 'absent');
        expect({ ...others, mail: mail ?? '' }).toStrictEqual(connection.users[0].values);
      },
    );
  });
}
