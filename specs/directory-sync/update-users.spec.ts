import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { test } from './support/updates.js';
import { elementsIn, elementsOf, expectOfMovingList, userLists, walk } from './support/user-lists.js';
import { answered } from '../support/attempts.js';
import { valuesIn } from './support/user-values.js';

test.describe(...describeEndpoint('updateUsers'), () => {
  test(
    'changes a value that every read then shows',
    covers('AD-19'),
    async ({ directorySync, connections, build, update }) => {
      const connection = await connections.provide({ attributes: ['mail'] });
      const { id, name } = connection;
      const [{ key, username, values }] = connection.users;
      const mail = `changed.${build.unusedId()}@example.com`;

      const response = await update(connection, (body) => body.user({ key }, { mail }));

      expect(response).toFitContract();
      const changed = { ...values, mail };
      const user = { idOrName: id, userKeyOrName: key };
      expect((await directorySync.getUserInConnection(user)).data).toStrictEqual(changed);
      expect((await directorySync.getUserField({ ...user, idFromAD: 'mail' })).data).toStrictEqual({ mail });
      expect((await directorySync.getUserAttributes({ userKeyOrName: key })).data[name]).toStrictEqual(changed);
      const query = { usernames: username };
      const element = { username, configurationName: name, fields: changed };
      const everywhere = await directorySync.listUsers({ query });
      expect(elementsOf(connection, everywhere.data.elements)).toStrictEqual([element]);
      const here = await directorySync.listConnectionUsers({ idOrName: id, query });
      expect(here.data.elements).toStrictEqual([expect.objectContaining(element)]);
      for (const list of userLists) {
        await expectOfMovingList(connection, async () => {
          const { elements } = await walk(list, directorySync, connection, { size: '25' });
          expect(elementsOf(connection, elements)).toContainEqual(element);
        });
      }
    },
  );

  test(
    'changes several users and fields, and nothing that it does not name',
    covers('AD-20'),
    async ({ connections, build, changesByUpdate }) => {
      const connection = await connections.provide({ users: 5, attributes: ['mail', 'department', 'displayName'] });
      const [, first, , second] = connection.users;
      const ofFirst = { mail: `a.${build.unusedId()}@example.com`, department: 'Changed department' };
      const ofSecond = { displayName: 'Changed name', department: 'Another department' };

      const { mail, department } = ofFirst;
      const changes = await changesByUpdate(connection, (body) =>
        body.user(first, { mail }).user(second, ofSecond).user(first, { department }),
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
    'changes the values of the connection it names, whichever of two that have the users',
    covers('AD-19', 'AD-20'),
    async ({ directorySync, connections, build, update }) => {
      const first = await connections.provide({ users: 2, attributes: ['mail'] });
      const second = await connections.provide({ usersOf: first, attributes: ['mail'] });
      const [one, other] = second.users;
      const valuesOver = async ({ id }: { readonly id: string }) => {
        const valuesOf = async (key: string) =>
          (await directorySync.getUserInConnection({ idOrName: id, userKeyOrName: key })).data;
        return [await valuesOf(one.key), await valuesOf(other.key)];
      };
      const [before = {}, beforeOfOther = {}] = await valuesOver(first);
      const mail = `second.${build.unusedId()}@example.com`;
      const after = [
        { ...one.values, mail },
        { ...other.values, mail: `other.${mail}` },
      ];

      await update(second, (body) => body.user(one, { mail }).user(other, { mail: `other.${mail}` }));

      expect(await valuesOver(second)).toStrictEqual(after);
      expect(await valuesOver(first)).toStrictEqual([before, beforeOfOther]);

      await update(first, (body) => body.user(other, { mail: 'first@example.com' }));

      expect(await valuesOver(second)).toStrictEqual(after);
      expect(await valuesOver(first)).toStrictEqual([before, { ...beforeOfOther, mail: 'first@example.com' }]);
    },
  );

  test('takes several users in one element', covers('AD-20'), async ({ connections, build, changesByUpdate }) => {
    const connection = await connections.provide({ users: 3, attributes: ['mail', 'department'] });
    const [first, , second] = connection.users;
    const [mail, department] = [`many.${build.unusedId()}@example.com`, 'Several'];
    const element = {
      data: [
        { userKey: first.key, fields: [{ mail }] },
        { userKey: second.key, fields: [{ department }] },
        { userKey: first.key, fields: [{ department }] },
      ],
    };

    const changes = await changesByUpdate(connection, (body) => body.element(element));

    expect(changes.response).toFitContract();
    expect(changes).toHaveChangedOnly({
      changed: [
        { username: first.username, values: { mail, department } },
        { username: second.username, values: { department } },
      ],
    });
  });

  test(
    'sets a value to an empty text, and to text of every kind',
    covers('AD-19'),
    async ({ connections, changesByUpdate }) => {
      const connection = await connections.provide({ attributes: ['mail', 'department', 'displayName'] });
      const [user] = connection.users;
      const values = {
        mail: '',
        department: ' 管理; "部", <&>\\, \\n &#65; + #100%41 ',
        displayName: 'first\nsecond 🧭',
      };

      const changes = await changesByUpdate(connection, (body) => body.user(user, values));

      expect(changes.response).toFitContract();
      expect(changes).toHaveChangedOnly({ changed: [{ username: user.username, values }] });
    },
  );

  test('keeps what it set until something else sets it', covers('AD-19'), async ({ connections, update }) => {
    const connection = await connections.provide({ attributes: ['mail', 'department'] });
    const [user] = connection.users;
    const set = (values: Readonly<Record<string, string>>) => update(connection, (body) => body.user(user, values));

    const changes = await connections.changesBy(connection, async () => {
      await set({ mail: 'first@example.com', department: 'First' });
      return set({ mail: 'second@example.com' });
    });

    const values = { mail: 'second@example.com', department: 'First' };
    expect(changes).toHaveChangedOnly({ changed: [{ username: user.username, values }] });
  });

  test('changes up to two thousand users in one call', covers('AD-20'), async ({ connections, changesByUpdate }) => {
    const connection = await connections.provide({ users: 2_000, fewest: 2, attributes: ['mail'] });
    const newMail = (key: string) => ({ mail: `new.${key}@example.com` });
    const data = connection.users.map(({ key }) => ({ userKey: key, fields: [newMail(key)] }));

    const changes = await changesByUpdate(connection, (body) => body.element({ data }));

    expect(changes.response).toFitContract();
    expect(changes.changed).toHaveLength(connection.users.length);
    expect(changes).toHaveChangedOnly({
      changed: connection.users.map(({ username, key }) => ({ username, values: newMail(key) })),
    });
  });

  test('does not mix two updates at once', covers('AD-20'), async ({ connections, update }) => {
    const connection = await connections.provide({ users: 20, fewest: 2, attributes: ['mail', 'department'] });
    const setAll = (word: string) => {
      const fields = [{ mail: `${word}@example.com`, department: word }];
      const data = connection.users.map(({ key }) => ({ userKey: key, fields }));
      return update(connection, (body) => body.element({ data }));
    };

    const changes = await connections.changesBy(connection, async () => {
      const [one, other] = await Promise.all([setAll('one'), setAll('other')]);
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
        values: { mail: `${last}@example.com`, department: String(last) },
      })),
    });
  });

  test(
    'changes the name of the connection, which every read then follows',
    covers('AD-21'),
    async ({ directorySync, connections, build, update }) => {
      const connection = await connections.provide({ users: 2, attributes: ['mail'] });
      const [{ key, username, values }] = connection.users;
      const name = `Renamed a+b/c?d&e;f #${build.unusedId()}, 100%`;

      const response = await update(connection, (body) => body.connection({ name }));

      expect(response).toFitContract();
      const { data: known } = await directorySync.listConnections();
      expect(known[name]?.toSorted()).toStrictEqual(connection.attributes.toSorted());
      const byName = await directorySync.getUserInConnection({ idOrName: name, userKeyOrName: key });
      expect(byName.data).toStrictEqual(values);
      const field = { idOrName: name, userKeyOrName: key, idFromAD: 'mail' };
      expect((await directorySync.getUserField(field)).data).toStrictEqual({ mail: values['mail'] });
      expect((await directorySync.getUserAttributes({ userKeyOrName: key })).data[name]).toStrictEqual(values);
      const element = { username, configurationName: name, fields: values };
      const everywhere = await directorySync.listUsers({ query: { usernames: username } });
      expect(everywhere.data.elements).toContainEqual(expect.objectContaining(element));
      const here = await directorySync.listConnectionUsers({ idOrName: name, query: { usernames: username } });
      expect(here.data.elements).toStrictEqual([expect.objectContaining(element)]);
    },
  );

  test(
    'leaves nothing under the name the connection had',
    covers('AD-21'),
    async ({ directorySync, connections, build, update }) => {
      const connection = await connections.provide({ users: 2, attributes: ['mail'] });
      const [{ key, username }] = connection.users;
      const name = `Renamed ${build.unusedId()}`;

      await update(connection, (body) => body.connection({ name }));

      expect(Object.keys((await directorySync.listConnections()).data)).not.toContain(connection.name);
      const { data: values } = await directorySync.getUserAttributes({ userKeyOrName: key });
      expect(Object.keys(values)).not.toContain(connection.name);
      const former = { idOrName: connection.name, userKeyOrName: key };
      expect(valuesIn(await directorySync.getUserInConnection(former))).toStrictEqual({});
      expect(valuesIn(await directorySync.getUserField({ ...former, idFromAD: 'mail' }))).toStrictEqual({});
      const list = await directorySync.listConnectionUsers({ idOrName: connection.name });
      expect(elementsIn(answered(list))).toStrictEqual([]);
      const everywhere = await directorySync.listUsers({ query: { usernames: username } });
      expect(elementsOf(connection, everywhere.data.elements)).toStrictEqual([]);
    },
  );

  test(
    'gives the name that a connection had to another',
    covers('AD-21'),
    async ({ directorySync, connections, build, update }) => {
      const first = await connections.provide({ attributes: ['mail'] });
      const second = await connections.provide({ usersOf: first, attributes: ['mail'] });
      const [{ key, values }] = second.users;
      const mail = `second.${build.unusedId()}@example.com`;
      await update(first, (body) => body.connection({ name: `Renamed ${build.unusedId()}` }));

      await update(second, (body) => body.user({ key }, { mail }).connection({ name: first.name }));

      const { data } = await directorySync.getUserInConnection({ idOrName: first.name, userKeyOrName: key });
      expect(data).toStrictEqual({ ...values, mail });
    },
  );

  test(
    'takes the name that the connection has, and gives it back',
    covers('AD-21', 'AD-20'),
    async ({ connections, build, update }) => {
      const connection = await connections.provide({ users: 2 });
      const rename = (name: string) => update(connection, (body) => body.connection({ name }));

      const changes = await connections.changesBy(connection, async () => {
        expect(await rename(connection.name)).toSucceed();
        await rename(`Renamed ${build.unusedId()}`);
        return rename(connection.name);
      });

      expect(changes).toHaveChangedNothing();
    },
  );

  test(
    'changes the distinguished name of the connection, and nothing that is read',
    covers('AD-21'),
    async ({ connections, build, changesByUpdate }) => {
      const connection = await connections.provide({ users: 2, changesUserDn: true });
      const userDn = `ou=changed-${build.unusedId()},dc=example,dc=com`;

      const changes = await changesByUpdate(connection, (body) => body.connection({ userDn }));

      expect(changes.response).toFitContract();
      expect(changes).toHaveChangedOnly({ mayAlsoChange: ['connections'] });
    },
  );

  test(
    'stores the distinguished name with the connection',
    covers('AD-21'),
    async ({ connections, build, needsOwnTracker, changesByUpdate }) => {
      const { contents } = needsOwnTracker('No API answers a distinguished name.');
      const connection = await connections.provide({ users: 2, changesUserDn: true });
      const userDn = `ou=a+b=c/d;Köln #${build.unusedId()}, dc=example,dc=com`;
      const others = () => contents()['connections']?.filter(({ id }) => String(id) !== connection.id);
      const before = others();

      const changes = await changesByUpdate(connection, (body) => body.connection({ userDn }));

      const stored = contents()['connections']?.find(({ id }) => String(id) === connection.id);
      expect(JSON.stringify(stored)).toContain(userDn);
      expect(changes.elsewhere).toStrictEqual(['connections']);
      expect(others()).toStrictEqual(before);
    },
  );

  test(
    'changes details of the connection and values of users in one call',
    covers('AD-20', 'AD-21'),
    async ({ connections, build, changesByUpdate }) => {
      const connection = await connections.provide({ users: 3, changesUserDn: true, attributes: ['mail'] });
      const [first, , second] = connection.users;
      const name = `Renamed ${build.unusedId()}`;

      const changes = await changesByUpdate(connection, (body) =>
        body.user(first, { mail: 'before@example.com' }).element({
          connection: [{ userDn: 'ou=both,dc=example,dc=com' }, { name }],
          data: [{ userKey: second.key, fields: [{ mail: 'behind@example.com' }] }],
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
