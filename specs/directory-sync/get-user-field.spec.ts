import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';

test.describe(...describeEndpoint('getUserField'), () => {
  test(
    'answers an object with the one attribute and its value',
    covers('AD-05', 'AD-07'),
    async ({ directorySync, connections }) => {
      const { id, users } = await connections.provide({ attributes: ['mail'] });
      const [{ key, values }] = users;

      const response = await directorySync.getUserField({ idOrName: id, userKeyOrName: key, idFromAD: 'mail' });

      expect(response).toFitContract();
      expect(response.data).toStrictEqual({ mail: values['mail'] });
    },
  );

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
    async ({ directorySync, connections }) => {
      const idFromAD = `ext-attribute/1?a=b&c;d,e #ü+%'(f)`;
      const { id, users } = await connections.provide({ attributes: [idFromAD], values: [{ [idFromAD]: 'found' }] });

      const { data } = await directorySync.getUserField({
        idOrName: id,
        userKeyOrName: users[0].username,
        idFromAD,
      });

      expect(data).toStrictEqual({ [idFromAD]: 'found' });
    },
  );
});
