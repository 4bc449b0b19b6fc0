import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { test } from './support/updates.js';
import { elementsOf } from './support/user-lists.js';

test.describe(...describeEndpoint('updateUsers'), () => {
  test(
    'is overwritten for every user and attribute by a synchronization, in every read',
    covers('AD-22'),
    async ({ directorySync, connections, admin, update }) => {
      const { synchronize } = await admin();
      const connection = await connections.provide({ values: [{}, { mail: '' }] });
      const { id, name, attributes, users } = connection;
      // An empty value of the directory overwrites one that is not.
      for (const emptied of [[], attributes.filter((name, index) => index % 2 === 1 && name !== 'mail')]) {
        const values = attributes.map((name) => [name, emptied.includes(name) ? '' : `changed ${name}`]);
        const changed = Object.fromEntries(values) as Record<string, string>;
        const data = users.map(({ key }) => ({ userKey: key, fields: [changed] }));
        expect(await update(connection, (body) => body.element({ data }))).toSucceed();
      }

      synchronize(connection);

      for (const { key, username, values } of users) {
        const user = { idOrName: id, userKeyOrName: key };
        expect((await directorySync.getUserInConnection(user)).data).toStrictEqual(values);
        const field = await directorySync.getUserField({ ...user, idFromAD: 'mail' });
        expect(field.data).toStrictEqual({ mail: values['mail'] });
        expect((await directorySync.getUserAttributes({ userKeyOrName: key })).data).toStrictEqual({ [name]: values });
        const { data: page } = await directorySync.listUsers({ query: { usernames: username } });
        expect(elementsOf(connection, page.elements)).toStrictEqual([
          { username, configurationName: name, fields: values },
        ]);
        expect(page.elements).toHaveLength(1);
      }
    },
  );

  test(
    'is overwritten by every synchronization',
    covers('AD-22'),
    async ({ connections, admin, changesByUpdate, update }) => {
      const { synchronize } = await admin();
      const connection = await connections.provide({ users: 2 });
      const [user] = connection.users;

      const changes = await connections.changesBy(connection, async () => {
        await update(connection, (body) =>
          body.connection({ name: 'Renamed' }).user(user, { mail: 'first@example.com' }),
        );
        synchronize(connection);
        const values = { ...user.values, mail: 'second@example.com' };
        const second = await changesByUpdate(connection, (body) => body.user(user, { mail: values.mail }));
        expect(second).toHaveChangedOnly({ changed: [{ username: user.username, values }] });
        synchronize(connection);
        return update(connection, (body) => body.connection({ name: connection.name }));
      });

      expect(changes).toHaveChangedNothing();
    },
  );

  test(
    'stays until a synchronization',
    covers('AD-19', 'AD-22'),
    async ({ directorySync, connections, admin, update }) => {
      const { synchronize } = await admin();
      const connection = await connections.provide();
      const other = await connections.provide({ usersOf: connection });
      const [{ key }] = connection.users;
      await update(connection, (body) => body.user({ key }, { mail: 'changed@example.com' }));

      synchronize(other);

      const { data } = await directorySync.getUserInConnection({ idOrName: connection.id, userKeyOrName: key });
      expect(data['mail']).toBe('changed@example.com');
    },
  );
});
