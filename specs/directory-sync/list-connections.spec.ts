import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { expectOfMovingList, userLists, walk } from './support/user-lists.js';
import { at } from '../support/values.js';

test.describe(...describeEndpoint('listConnections'), () => {
  test(
    'names every enabled connection with the attributes configured for it',
    covers('AD-01', 'AD-07'),
    async ({ directorySync, connections }) => {
      const one = await connections.provide();
      const other = await connections.provide({ users: 0 });

      const { data } = await directorySync.listConnections();

      expect(data[one.name]?.toSorted()).toStrictEqual(one.attributes.toSorted());
      expect(data[other.name]?.toSorted()).toStrictEqual(other.attributes.toSorted());
      expect(one.attributes).not.toStrictEqual([]);
    },
  );

  test(
    'names for a connection the attributes its users have',
    covers('AD-01', 'AD-07'),
    async ({ directorySync, connections }) => {
      const connection = await connections.provide({ users: 2 });

      const { data } = await directorySync.listConnections();

      const { data: page } = await directorySync.listConnectionUsers({ idOrName: connection.id });
      const attributes = new Set(page.elements.flatMap(({ fields }) => Object.keys(fields)));
      // A user may lack an attribute without a value (AD-N17), but hardly all do.
      expect([...attributes].sort()).toStrictEqual([...(data[connection.name] ?? [])].sort());
    },
  );

  test(
    'names every connection over which the list of users has anybody',
    covers('AD-01'),
    async ({ directorySync, connections }) => {
      const connection = await connections.provide({ users: 2 });

      await expectOfMovingList(connection, async () => {
        const { elements } = await walk(at(userLists, 0), directorySync, connection, { size: '25' });
        const { data } = await directorySync.listConnections();

        const met = new Set(elements.map(({ configurationName }) => configurationName));
        expect(Object.keys(data)).toStrictEqual(expect.arrayContaining([...met]));
        expect([...met]).toContain(connection.name);
      });
    },
  );

  test('leaves out a connection that is not enabled', covers('AD-02'), async ({ directorySync, connections }) => {
    const enabled = await connections.provide();
    const disabled = await connections.provide({ enabled: false });

    const { data } = await directorySync.listConnections();

    expect(Object.keys(data)).toContain(enabled.name);
    expect(Object.keys(data)).not.toContain(disabled.name);
  });
});
