import { awkwardUsernames } from '../../builders/index.js';
import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { elementsIn, elementsOf, several, usernamesOf } from './support/user-lists.js';
import { valuesIn } from './support/user-values.js';

test.describe(...describeEndpoint('updateUsers'), () => {
  test('changes a value that every read then shows', covers('AD-19'), async ({ directorySync, connections, build }) => {
    const connection = await connections.provide({ attributes: ['mail'] });
    const { id, name } = connection;
    const [{ key, username, values }] = connection.users;
    const mail = `changed.${build.unusedId()}@example.com`;

    const response = await directorySync.updateUsers({
      body: build.update.of(connection).user({ key }, { mail }).build(),
    });

    expect(response).toFitContract();
    const changed = { ...values, mail };
    const user = { idOrName: id, userKeyOrName: key };
    expect((await directorySync.getUserInConnection(user)).data).toEqual(changed);
    expect((await directorySync.getUserField({ ...user, idFromAD: 'mail' })).data).toEqual({ mail });
    expect((await directorySync.getUserAttributes({ userKeyOrName: key })).data[name]).toEqual(changed);
    const query = { usernames: username };
    const element = { username, configurationName: name, fields: changed };
    const everywhere = await directorySync.listUsers({ query });
    expect(elementsOf(connection, everywhere.data.elements)).toEqual([element]);
    const here = await directorySync.listConnectionUsers({ idOrName: id, query });
    expect(here.data.elements).toEqual([expect.objectContaining(element)]);
  });

  test(
    'changes several users and fields, and nothing that it does not name',
    covers('AD-19', 'AD-20'),
    async ({ directorySync, connections, build }) => {
      const connection = await connections.provide({ users: 5, attributes: ['mail', 'department', 'displayName'] });
      const [, first, , second] = connection.users;
      const ofFirst = { mail: `a.${build.unusedId()}@example.com`, department: 'Changed department' };
      const ofSecond = { displayName: 'Changed name', department: '' };

      const changes = await connections.changesBy(connection, () =>
        directorySync.updateUsers({
          body: build.update.of(connection).user(first, ofFirst).user(second, ofSecond).build(),
        }),
      );

      expect(changes.response).toFitContract();
      expect(changes).toHaveChangedOnly({
        changed: [
          { username: first.username, values: ofFirst },
          { username: second.username, values: ofSecond },
        ],
      });
    },
  );

  test(
    'changes no other row of the tracker',
    covers('AD-20'),
    async ({ directorySync, connections, build, needsOwnTracker }) => {
      needsOwnTracker('Others change rows of their own meanwhile.');
      const connection = await connections.provide({ users: 5, attributes: ['mail', 'department'] });
      const other = await connections.provide({ usersOf: connection, attributes: ['mail', 'department'] });
      const [first, , , , last] = connection.users;

      const changes = await connections.changesBy(connection, () =>
        directorySync.updateUsers({
          body: build.update
            .of(connection)
            .user(first, { mail: 'changed@example.com' })
            .user(last, { department: 'Changed' })
            .build(),
        }),
      );

      expect(changes).toHaveChangedOnly({
        changed: [
          { username: first.username, values: { mail: 'changed@example.com' } },
          { username: last.username, values: { department: 'Changed' } },
        ],
      });
      const { data } = await directorySync.getUserInConnection({
        idOrName: other.id,
        userKeyOrName: other.users[0].key,
      });
      expect(data).toEqual(other.users[0].values);
    },
  );

  test(
    'leaves the values of the same user over another connection',
    covers('AD-20'),
    async ({ directorySync, connections, build }) => {
      const connection = await connections.provide({ users: 2, attributes: ['mail'] });
      const other = await connections.provide({ usersOf: connection, attributes: ['mail'] });
      const [, { key }] = connection.users;
      const before = await directorySync.getUserInConnection({ idOrName: other.id, userKeyOrName: key });

      await directorySync.updateUsers({
        body: build.update.of(connection).user({ key }, { mail: 'changed@example.com' }).build(),
      });

      const after = await directorySync.getUserInConnection({ idOrName: other.id, userKeyOrName: key });
      expect(after.data).toEqual(before.data);
    },
  );

  test(
    'changes the values of the connection it names, whichever of two that have the user',
    covers('AD-19', 'AD-20'),
    async ({ directorySync, connections, build }) => {
      const first = await connections.provide({ attributes: ['mail'] });
      const second = await connections.provide({ usersOf: first, attributes: ['mail'] });
      const [{ key, values }] = second.users;
      const before = await directorySync.getUserInConnection({ idOrName: first.id, userKeyOrName: key });
      const mail = `second.${build.unusedId()}@example.com`;

      await directorySync.updateUsers({ body: build.update.of(second).user({ key }, { mail }).build() });

      const changed = await directorySync.getUserInConnection({ idOrName: second.id, userKeyOrName: key });
      expect(changed.data).toEqual({ ...values, mail });
      const untouched = await directorySync.getUserInConnection({ idOrName: first.id, userKeyOrName: key });
      expect(untouched.data).toEqual(before.data);
    },
  );

  test(
    'takes several fields of a user in one object',
    covers('AD-20'),
    async ({ directorySync, connections, build }) => {
      const connection = await connections.provide({ users: 2, attributes: ['mail', 'department'] });
      const [{ key, username }] = connection.users;
      const values = { mail: `one.${build.unusedId()}@example.com`, department: 'One object' };
      const element = { data: [{ userKey: key, fields: [values] }] };

      const changes = await connections.changesBy(connection, () =>
        directorySync.updateUsers({ body: build.update.of(connection).element(element).build() }),
      );

      expect(changes.response).toFitContract();
      expect(changes).toHaveChangedOnly({ changed: [{ username, values }] });
    },
  );

  test('takes several users in one element', covers('AD-20'), async ({ directorySync, connections, build }) => {
    const connection = await connections.provide({ users: 3, attributes: ['mail', 'department'] });
    const [first, , second] = connection.users;
    const [mail, department] = [`many.${build.unusedId()}@example.com`, 'Several'];
    const element = {
      data: [
        { userKey: first.key, fields: [{ mail }] },
        { userKey: second.key, fields: [{ department }] },
      ],
    };

    const changes = await connections.changesBy(connection, () =>
      directorySync.updateUsers({ body: build.update.of(connection).element(element).build() }),
    );

    expect(changes.response).toFitContract();
    expect(changes).toHaveChangedOnly({
      changed: [
        { username: first.username, values: { mail } },
        { username: second.username, values: { department } },
      ],
    });
  });

  test(
    'sets a value to an empty text, and to text of every kind',
    covers('AD-19'),
    async ({ directorySync, connections, build }) => {
      const connection = await connections.provide({ attributes: ['mail', 'department', 'displayName'] });
      const [user] = connection.users;
      const values = { mail: '', department: ' 管理 "部" <&>\\ ', displayName: 'first\nsecond 🧭' };

      const changes = await connections.changesBy(connection, () =>
        directorySync.updateUsers({ body: build.update.of(connection).user(user, values).build() }),
      );

      expect(changes.response).toFitContract();
      expect(changes).toHaveChangedOnly({ changed: [{ username: user.username, values }] });
    },
  );

  test(
    'keeps what it set until something else sets it',
    covers('AD-19'),
    async ({ directorySync, connections, build }) => {
      const connection = await connections.provide({ attributes: ['mail', 'department'] });
      const [user] = connection.users;
      const set = (values: Readonly<Record<string, string>>) =>
        directorySync.updateUsers({ body: build.update.of(connection).user(user, values).build() });

      const changes = await connections.changesBy(connection, async () => {
        await set({ mail: 'first@example.com', department: 'First' });
        return set({ mail: 'second@example.com' });
      });

      const values = { mail: 'second@example.com', department: 'First' };
      expect(changes).toHaveChangedOnly({ changed: [{ username: user.username, values }] });
    },
  );

  test('changes nothing if no element is given', covers('AD-20'), async ({ directorySync, connections, build }) => {
    const connection = await connections.provide({ users: 2 });

    const changes = await connections.changesBy(connection, () =>
      directorySync.updateUsers({ body: build.update.of(connection).build() }),
    );

    expect(changes).toHaveChangedNothing();
  });

  for (const username of awkwardUsernames) {
    test(`changes a value of ${username}`, covers('AD-19', 'AD-20'), async ({ directorySync, connections, build }) => {
      const connection = await connections.provide({
        usernames: [username, `${username}.2`],
        attributes: ['mail', 'displayName'],
      });
      const [user] = connection.users;
      const mail = `changed.${build.unusedId()}@example.com`;

      const changes = await connections.changesBy(connection, () =>
        directorySync.updateUsers({
          body: build.update.of(connection).user(user, { mail }).build(),
        }),
      );

      expect(changes).toHaveChangedOnly({ changed: [{ username: user.username, values: { mail } }] });
    });
  }

  test('changes two thousand users in one call', covers('AD-20'), async ({ directorySync, connections, build }) => {
    const connection = await connections.provide({ users: 2_000, attributes: ['mail'] });
    const newMail = (key: string) => ({ mail: `new.${key}@example.com` });
    const data = connection.users.map(({ key }) => ({ userKey: key, fields: [newMail(key)] }));

    const changes = await connections.changesBy(connection, () =>
      directorySync.updateUsers({ body: build.update.of(connection).element({ data }).build() }),
    );

    expect(changes.response).toFitContract();
    expect(changes.changed).toHaveLength(2_000);
    expect(changes).toHaveChangedOnly({
      changed: connection.users.map(({ username, key }) => ({ username, values: newMail(key) })),
    });
  });

  test('does not mix two updates at once', covers('AD-20'), async ({ directorySync, connections, build }) => {
    const connection = await connections.provide({ users: 20, attributes: ['mail', 'department'] });
    const update = (word: string) => {
      const fields = [{ mail: `${word}@example.com`, department: word }];
      const data = connection.users.map(({ key }) => ({ userKey: key, fields }));
      return directorySync.updateUsers({ body: build.update.of(connection).element({ data }).build() });
    };

    const changes = await connections.changesBy(connection, async () => {
      const [one, other] = await Promise.all([update('one'), update('other')]);
      expect(one).toSucceed();
      return other;
    });

    expect(changes.response).toSucceed();
    const words = new Set(changes.changed.map((row) => ('values' in row ? row.values['department'] : undefined)));
    const [last] = words;
    expect([['one'], ['other']]).toContainEqual([...words]);
    expect(changes).toHaveChangedOnly({
      changed: connection.users.map(({ username }) => ({
        username,
        values: { mail: `${last}@example.com`, department: last },
      })),
    });
  });

  test(
    'changes the name of the connection, which every read then follows',
    covers('AD-21'),
    async ({ directorySync, connections, build }) => {
      const connection = await connections.provide({ users: 2, attributes: ['mail'] });
      const [{ key, username, values }] = connection.users;
      const name = `Renamed / ${build.unusedId()}`;

      const response = await directorySync.updateUsers({
        body: build.update.of(connection).connection({ name }).build(),
      });

      expect(response).toFitContract();
      const { data: known } = await directorySync.listConnections();
      expect(known[name]?.toSorted()).toEqual(connection.attributes.toSorted());
      const byName = await directorySync.getUserInConnection({ idOrName: name, userKeyOrName: key });
      expect(byName.data).toEqual(values);
      const field = { idOrName: name, userKeyOrName: key, idFromAD: 'mail' };
      expect((await directorySync.getUserField(field)).data).toEqual({ mail: values['mail'] });
      expect((await directorySync.getUserAttributes({ userKeyOrName: key })).data[name]).toEqual(values);
      const element = { username, configurationName: name, fields: values };
      const everywhere = await directorySync.listUsers({ query: { usernames: username } });
      expect(everywhere.data.elements).toContainEqual(expect.objectContaining(element));
      const here = await directorySync.listConnectionUsers({ idOrName: name, query: { usernames: username } });
      expect(here.data.elements).toEqual([expect.objectContaining(element)]);
    },
  );

  test(
    'leaves nothing under the name the connection had',
    covers('AD-21'),
    async ({ directorySync, connections, build }) => {
      const connection = await connections.provide({ users: 2, attributes: ['mail'] });
      const [{ key, username }] = connection.users;
      const name = `Renamed ${build.unusedId()}`;

      await directorySync.updateUsers({ body: build.update.of(connection).connection({ name }).build() });

      expect(Object.keys((await directorySync.listConnections()).data)).not.toContain(connection.name);
      const { data: values } = await directorySync.getUserAttributes({ userKeyOrName: key });
      expect(Object.keys(values)).not.toContain(connection.name);
      const former = { idOrName: connection.name, userKeyOrName: key };
      expect(valuesIn(await directorySync.getUserInConnection(former))).toEqual({});
      expect(valuesIn(await directorySync.getUserField({ ...former, idFromAD: 'mail' }))).toEqual({});
      expect(elementsIn(await directorySync.listConnectionUsers({ idOrName: connection.name }))).toEqual([]);
      const everywhere = await directorySync.listUsers({ query: { usernames: username } });
      expect(elementsOf(connection, everywhere.data.elements)).toEqual([]);
    },
  );

  test(
    'changes nothing but the name of a connection that it renames',
    covers('AD-21', 'AD-20'),
    async ({ directorySync, connections, build }) => {
      const connection = await connections.provide({ users: 3 });
      const name = `Renamed ${build.unusedId()}`;

      const changes = await connections.changesBy(connection, () =>
        directorySync.updateUsers({ body: build.update.of(connection).connection({ name }).build() }),
      );

      expect(changes).toHaveChangedOnly({ changed: [{ connectionId: connection.id, name }] });
    },
  );

  test(
    'keeps the connection under its id when it renames it',
    covers('AD-21'),
    async ({ directorySync, connections, build, tracker }) => {
      const connection = await connections.provide({ users: 2 });
      const name = `Renamed ${build.unusedId()}`;

      await directorySync.updateUsers({ body: build.update.of(connection).connection({ name }).build() });

      const query = { usernames: await several(usernamesOf(connection.users), tracker, connection) };
      const byId = await directorySync.listConnectionUsers({ idOrName: connection.id, query });
      const byName = await directorySync.listConnectionUsers({ idOrName: name, query });
      expect(elementsOf({ name }, byId.data.elements)).toEqual(elementsOf({ name }, byName.data.elements));
      expect(usernamesOf(byId.data.elements).toSorted()).toEqual(usernamesOf(connection.users).toSorted());
    },
  );

  test(
    'gives the name back that the connection had',
    covers('AD-21'),
    async ({ directorySync, connections, build }) => {
      const connection = await connections.provide({ users: 2 });
      const rename = (name: string) =>
        directorySync.updateUsers({ body: build.update.of(connection).connection({ name }).build() });

      const changes = await connections.changesBy(connection, async () => {
        await rename(`Renamed ${build.unusedId()}`);
        return rename(connection.name);
      });

      expect(changes).toHaveChangedNothing();
    },
  );

  test(
    'changes the distinguished name of the connection, and nothing that is read',
    covers('AD-21'),
    async ({ directorySync, connections, build }) => {
      const connection = await connections.provide({ users: 2, changesUserDn: true });
      const userDn = `ou=changed-${build.unusedId()},dc=example,dc=com`;

      const changes = await connections.changesBy(connection, () =>
        directorySync.updateUsers({ body: build.update.of(connection).connection({ userDn }).build() }),
      );

      expect(changes.response).toFitContract();
      expect(changes).toHaveChangedOnly({ mayAlsoChange: ['connections'] });
    },
  );

  test(
    'stores the distinguished name with the connection',
    covers('AD-21'),
    async ({ directorySync, connections, build, needsOwnTracker }) => {
      const { contents } = needsOwnTracker('No API answers a distinguished name.');
      const connection = await connections.provide({ users: 2, changesUserDn: true });
      const userDn = `ou=changed-${build.unusedId()},dc=example,dc=com`;
      const others = () => contents()['connections']?.filter(({ id }) => String(id) !== connection.id);
      const before = others();

      const changes = await connections.changesBy(connection, () =>
        directorySync.updateUsers({ body: build.update.of(connection).connection({ userDn }).build() }),
      );

      const stored = contents()['connections']?.find(({ id }) => String(id) === connection.id);
      expect(JSON.stringify(stored)).toContain(userDn);
      expect(changes.elsewhere).toEqual(['connections']);
      expect(others()).toEqual(before);
    },
  );

  test(
    'changes details of the connection and values of users in one call',
    covers('AD-20', 'AD-21'),
    async ({ directorySync, connections, build }) => {
      const connection = await connections.provide({ users: 3, changesUserDn: true, attributes: ['mail'] });
      const [first, , second] = connection.users;
      const name = `Renamed ${build.unusedId()}`;

      const changes = await connections.changesBy(connection, () =>
        directorySync.updateUsers({
          body: build.update
            .of(connection)
            .user(first, { mail: 'before@example.com' })
            .connection({ name, userDn: 'ou=both,dc=example,dc=com' })
            .user(second, { mail: 'behind@example.com' })
            .build(),
        }),
      );

      expect(changes.response).toFitContract();
      expect(changes).toHaveChangedOnly({
        changed: [
          { connectionId: connection.id, name },
          { username: first.username, values: { mail: 'before@example.com' } },
          { username: second.username, values: { mail: 'behind@example.com' } },
        ],
      });
    },
  );
});
