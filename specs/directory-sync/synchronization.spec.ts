import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { elementsOf } from './support/user-lists.js';

test.describe(...describeEndpoint('updateUsers'), () => {
  test(
    'is overwritten by the next synchronization',
    covers('AD-22'),
    async ({ directorySync, connections, build, admin }) => {
      const { synchronize } = await admin();
      const connection = await connections.provide({ users: 3, attributes: ['mail', 'department'] });
      const [, user] = connection.users;
      const values = { mail: 'changed@example.com', department: 'Changed' };

      const changes = await connections.changesBy(connection, async () => {
        const update = await connections.changesBy(connection, () =>
          directorySync.updateUsers({ body: build.update.of(connection).user(user, values).build() }),
        );
        expect(update).toHaveChangedOnly({ changed: [{ username: user.username, values }] });
        synchronize(connection);
        return update.response;
      });

      expect(changes).toHaveChangedNothing();
    },
  );

  test(
    'is overwritten for every user and attribute, in every read',
    covers('AD-22'),
    async ({ directorySync, connections, build, admin }) => {
      const { synchronize } = await admin();
      const connection = await connections.provide({ values: [{}, { mail: '' }] });
      const { id, name, attributes, users } = connection;
      const changed = Object.fromEntries(attributes.map((attribute) => [attribute, `changed ${attribute}`]));
      const data = users.map(({ key }) => ({ userKey: key, fields: [changed] }));
      await directorySync.updateUsers({ body: build.update.of(connection).element({ data }).build() });

      synchronize(connection);

      for (const { key, username, values } of users) {
        const user = { idOrName: id, userKeyOrName: key };
        expect((await directorySync.getUserInConnection(user)).data).toEqual(values);
        expect((await directorySync.getUserField({ ...user, idFromAD: 'mail' })).data).toEqual({
          mail: values['mail'],
        });
        expect((await directorySync.getUserAttributes({ userKeyOrName: key })).data).toEqual({ [name]: values });
        const { data: page } = await directorySync.listUsers({ query: { usernames: username } });
        expect(elementsOf(connection, page.elements)).toEqual([{ username, configurationName: name, fields: values }]);
        expect(page.elements).toHaveLength(1);
      }
    },
  );

  test(
    'is overwritten by every synchronization',
    covers('AD-22'),
    async ({ directorySync, connections, build, admin }) => {
      const { synchronize } = await admin();
      const connection = await connections.provide({ users: 2 });
      const update = (mail: string) =>
        directorySync.updateUsers({ body: build.update.of(connection).user(connection.users[0], { mail }).build() });

      const changes = await connections.changesBy(connection, async () => {
        await update('first@example.com');
        synchronize(connection);
        const response = await update('second@example.com');
        synchronize(connection);
        return response;
      });

      expect(changes).toHaveChangedNothing();
    },
  );

  test(
    'stays until a synchronization',
    covers('AD-19', 'AD-22'),
    async ({ directorySync, connections, build, admin }) => {
      const { synchronize } = await admin();
      const connection = await connections.provide();
      const other = await connections.provide({ usersOf: connection });
      const [{ key }] = connection.users;
      await directorySync.updateUsers({
        body: build.update.of(connection).user({ key }, { mail: 'changed@example.com' }).build(),
      });

      synchronize(other);

      const { data } = await directorySync.getUserInConnection({ idOrName: connection.id, userKeyOrName: key });
      expect(data['mail']).toBe('changed@example.com');
    },
  );
});
