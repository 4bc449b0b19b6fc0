import { malformed } from '../../builders/index.js';
import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { observeRefusals, refusedBodies, tryEach, uselessCredentials } from '../support/refusals.js';
import { allCalls } from './support/calls.js';
import { isEmptyAnswer } from './support/user-values.js';

const reads = allCalls.flatMap(({ reads: kind, ...call }) => (kind === undefined ? [] : [{ ...call, kind }]));

for (const { name, kind, send } of reads) {
  test.describe(...describeEndpoint(name), () => {
    test(
      'succeeds with the status it is assumed to',
      covers('AD-N16'),
      async ({ directorySync, connections, observe }) => {
        const connection = await connections.provide();

        const response = await send(directorySync, connection);

        expect(response).toFitContract();
        observe('AD-N16', { [kind]: response.status });
      },
    );
  });
}

const HAS_VALUES = 'The answer has values, though what was asked for does not exist.';

/** Things that a path may name and that do not exist. */
const unknowns = [
  { what: 'id of a connection', named: 'idOrName', value: (unused: number) => String(unused) },
  { what: 'name of a connection', named: 'idOrName', value: (unused: number) => `Nowhere ${unused}` },
  { what: 'user', named: 'userKeyOrName', value: (unused: number) => `nobody.${unused}` },
  { what: 'attribute', named: 'idFromAD', value: (unused: number) => `unknown${unused}` },
  { what: 'attribute that is called constructor', named: 'idFromAD', value: () => 'constructor' },
] as const;

/** The property of AD-N02 that says how each is answered. */
const kindOf = { idOrName: 'connection', userKeyOrName: 'user', idFromAD: 'attribute' } as const;

for (const { what, named, value } of unknowns) {
  for (const call of allCalls.filter(({ path }) => path.includes(named))) {
    test.describe(...describeEndpoint(call.name), () => {
      test(
        `answers an unknown ${what} as it is assumed to`,
        covers('AD-N02'),
        async ({ directorySync, connections, build, observe }) => {
          const connection = await connections.provide();

          const response = await call.send(directorySync, connection, { [named]: value(build.unusedId()) });

          const answer = { [kindOf[named]]: response.status };
          observe.orUnclear('AD-N02', isEmptyAnswer(response) ? answer : undefined, HAS_VALUES);
        },
      );
    });
  }
}

for (const call of allCalls.filter(({ path }) => path.includes('userKeyOrName'))) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'answers a user of the tracker whom no directory has as it is assumed to',
      covers('AD-N02'),
      async ({ directorySync, connections, users, observe, needsOwnTracker }) => {
        needsOwnTracker('Somebody else who uses the tracker may have synchronized the user.');
        const connection = await connections.provide();
        const { username } = await users.providePlain();

        const response = await call.send(directorySync, connection, { userKeyOrName: username });

        observe.orUnclear('AD-N02', isEmptyAnswer(response) ? { user: response.status } : undefined, HAS_VALUES);
      },
    );
  });
}

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'takes a call without valid credentials as it is assumed to',
      covers('AD-N14'),
      async ({ directorySync, connections, badCredentials, observe }) => {
        const connection = await connections.provide();

        const answers = await tryEach(
          uselessCredentials,
          ({ caller }) => call.send(directorySync.as(badCredentials[caller]), connection),
          (calls) => connections.changesBy(connection, calls),
        );

        observeRefusals(observe, 'AD-N14', answers);
      },
    );
  });
}

test.describe(...describeEndpoint('updateUsers'), () => {
  test(
    'takes each body that is none as it is assumed to',
    covers('AD-N14'),
    async ({ directorySync, connections, observe }) => {
      const connection = await connections.provide();

      const answers = await tryEach(
        refusedBodies(malformed.updates(connection.id)),
        ({ body }) => directorySync.updateUsers({ body }),
        (calls) => connections.changesBy(connection, calls),
      );

      observeRefusals(observe, 'AD-N14', answers);
    },
  );
});
