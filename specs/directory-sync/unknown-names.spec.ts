import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { allCalls } from './support/calls.js';
import { isEmptyAnswer } from './support/is-empty-answer.js';
import { nth } from '../support/nth.js';

for (const call of allCalls.filter(({ path }) => path.includes('idOrName'))) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'answers an unknown id of a connection as it is assumed to',
      covers('AD-N02'),
      async ({ directorySync, connections, build, observe }) => {
        const connection = await connections.provide();

        const response = await call.send(directorySync, connection, { idOrName: String(build.unusedId()) });

        observe('AD-N02', { connection: response.status });
        expect(isEmptyAnswer(response)).toBe(true);
      },
    );

    test(
      'answers an unknown name of a connection as it is assumed to',
      covers('AD-N02'),
      async ({ directorySync, connections, build, observe }) => {
        const connection = await connections.provide();

        const response = await call.send(directorySync, connection, { idOrName: `Nowhere ${build.unusedId()}` });

        observe('AD-N02', { connection: response.status });
        expect(isEmptyAnswer(response)).toBe(true);
      },
    );
  });
}

for (const call of allCalls.filter(({ path }) => path.includes('userKeyOrName'))) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'answers an unknown user as it is assumed to',
      covers('AD-N02'),
      async ({ directorySync, connections, build, observe }) => {
        const connection = await connections.provide();

        const response = await call.send(directorySync, connection, { userKeyOrName: `nobody.${build.unusedId()}` });

        observe('AD-N02', { user: response.status });
        expect(isEmptyAnswer(response)).toBe(true);
      },
    );

    test(
      'answers a user of the tracker whom no directory has as it is assumed to',
      covers('AD-N02'),
      async ({ directorySync, connections, users, tracker, observe }) => {
        test.skip(
          tracker.contents === undefined,
          'Somebody may have synchronized the user where others use the tracker.',
        );
        const connection = await connections.provide();
        const { username } = await users.providePlain();

        const response = await call.send(directorySync, connection, { userKeyOrName: username });

        observe('AD-N02', { user: response.status });
        expect(isEmptyAnswer(response)).toBe(true);
      },
    );
  });
}

test.describe(...describeEndpoint('getUserField'), () => {
  const call = allCalls.filter(({ path }) => path.includes('idFromAD'));

  test(
    'answers an unknown attribute as it is assumed to',
    covers('AD-N02'),
    async ({ directorySync, connections, build, observe }) => {
      const connection = await connections.provide();

      const response = await nth(call, 0).send(directorySync, connection, { idFromAD: `unknown${build.unusedId()}` });

      observe('AD-N02', { attribute: response.status });
      expect(isEmptyAnswer(response)).toBe(true);
    },
  );

  test(
    'takes the name of no property that every object has for an attribute',
    covers('AD-N02'),
    async ({ directorySync, connections, observe }) => {
      const connection = await connections.provide();

      const response = await nth(call, 0).send(directorySync, connection, { idFromAD: 'constructor' });

      observe('AD-N02', { attribute: response.status });
      expect(isEmptyAnswer(response)).toBe(true);
    },
  );
});
