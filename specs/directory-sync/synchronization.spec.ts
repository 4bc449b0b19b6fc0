import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { nth } from '../support/nth.js';
import { test } from './support/test.js';
import { withValues } from './support/view.js';

test.describe(...describeEndpoint('updateUsers'), () => {
  test(
    'is overwritten by the next synchronization',
    covers('AD-22'),
    async ({ directorySync, connections, build, operator, view }) => {
      const { synchronize } = await operator();
      const connection = await connections.provide({ users: 3, attributes: ['mail', 'department'] });
      const before = await view(connection);
      const user = nth(connection.users, 1);
      const values = { mail: 'changed@example.com', department: 'Changed' };
      await directorySync.updateUsers({ body: build.update.of(connection).user(user, values).build() });
      const updated = await view(connection);

      synchronize(connection);

      expect(updated.users).toEqual(withValues(before, { [user.username]: values }));
      expect((await view(connection)).users).toEqual(before.users);
    },
  );

  test(
    'is overwritten for every user and attribute, in every read',
    covers('AD-22'),
    async ({ directorySync, connections, build, operator }) => {
      const { synchronize } = await operator();
      const connection = await connections.provide({ users: 2 });
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
        expect(page.elements).toEqual([{ username, configurationName: name, fields: values }]);
      }
    },
  );

  test(
    'is overwritten by each synchronization anew',
    covers('AD-22'),
    async ({ directorySync, connections, build, operator, view }) => {
      const { synchronize } = await operator();
      const connection = await connections.provide({ users: 2 });
      const before = await view(connection);
      const update = (mail: string) =>
        directorySync.updateUsers({
          body: build.update.of(connection).user(nth(connection.users, 0), { mail }).build(),
        });

      await update('first@example.com');
      synchronize(connection);
      await update('second@example.com');
      synchronize(connection);

      expect((await view(connection)).users).toEqual(before.users);
    },
  );

  test(
    'stays until a synchronization',
    covers('AD-19', 'AD-22'),
    async ({ directorySync, connections, build, operator }) => {
      const { synchronize } = await operator();
      const connection = await connections.provide();
      const other = await connections.provide({ usersOf: connection });
      const { key } = nth(connection.users, 0);
      await directorySync.updateUsers({
        body: build.update.of(connection).user({ key }, { mail: 'changed@example.com' }).build(),
      });

      synchronize(other);

      const { data } = await directorySync.getUserInConnection({ idOrName: connection.id, userKeyOrName: key });
      expect(data['mail']).toBe('changed@example.com');
    },
  );
});
