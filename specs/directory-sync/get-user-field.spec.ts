import { covers, describeEndpoint, expect, failsFor, test } from '../../fixtures/index.js';

test.describe(...describeEndpoint('getUserField'), () => {
  test(
    'answers every attribute of the user, one by one',
    covers('AD-05', 'AD-07'),
    async ({ directorySync, connections }) => {
      const { id, attributes, users } = await connections.provide();
      const [{ key, values }] = users;

      const answers = await Promise.all(
        attributes.map((idFromAD) => directorySync.getUserField({ idOrName: id, userKeyOrName: key, idFromAD })),
      );

      expect(answers.map(({ data }) => data)).toStrictEqual(attributes.map((name) => ({ [name]: values[name] })));
    },
  );

  test(
    'answers an attribute whose name a URL gives a meaning',
    covers('AD-05'),
    async ({ directorySync, connections, build }) => {
      const idFromAD = `ext-attribute/1?a=b&c;d,e #ü+%'(f)`;
      const connection = await connections.provide({ attributes: [idFromAD], values: [{ [idFromAD]: 'found' }] });
      const { id, name, users } = connection;

      const { data } = await directorySync.getUserField({
        idOrName: id,
        userKeyOrName: users[0].username,
        idFromAD,
      });

      expect(data).toStrictEqual({ [idFromAD]: 'found' });
      failsFor('AD-01');
      expect((await directorySync.listConnections()).data[name]).toContain(idFromAD);
      const body = build.update
        .of(connection)
        .user(users[0], { [idFromAD]: 'changed' })
        .build();
      await directorySync.updateUsers({ body });
      failsFor('AD-19');
      const { data: changed } = await directorySync.getUserInConnection({ idOrName: id, userKeyOrName: users[0].key });
      expect(changed[idFromAD]).toBe('changed');
      failsFor('AD-08');
      const { data: page } = await directorySync.listConnectionUsers({ idOrName: id });
      expect(page.elements[0]?.fields[idFromAD]).toBe('changed');
    },
  );
});
