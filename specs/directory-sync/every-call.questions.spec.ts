import { malformedUpdates } from '../../builders/index.js';
import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { observeRefusals, refusedBodies, tryEach, uselessCredentials } from '../support/refusals.js';
import { allCalls } from './support/calls.js';
import { isEmptyAnswer } from './support/open-questions.js';

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

/** How a connection may be named that does not exist. */
const unknownConnections = [
  { named: 'id', idOrName: (unused: number) => String(unused) },
  { named: 'name', idOrName: (unused: number) => `Nowhere ${unused}` },
];

for (const call of allCalls.filter(({ path }) => path.includes('idOrName'))) {
  test.describe(...describeEndpoint(call.name), () => {
    for (const { named, idOrName } of unknownConnections) {
      test(
        `answers an unknown ${named} of a connection as it is assumed to`,
        covers('AD-N02'),
        async ({ directorySync, connections, build, observe }) => {
          const connection = await connections.provide();

          const response = await call.send(directorySync, connection, { idOrName: idOrName(build.unusedId()) });

          observe.orUnclear(
            'AD-N02',
            isEmptyAnswer(response) ? { connection: response.status } : undefined,
            HAS_VALUES,
          );
        },
      );
    }
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

        observe.orUnclear('AD-N02', isEmptyAnswer(response) ? { user: response.status } : undefined, HAS_VALUES);
      },
    );

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

test.describe(...describeEndpoint('getUserField'), () => {
  const call = at(
    allCalls.filter(({ path }) => path.includes('idFromAD')),
    0,
  );
  const unknownAttributes = [
    { title: 'answers an unknown attribute as it is assumed to', idFromAD: (unused: number) => `unknown${unused}` },
    {
      title: 'does not take the name of a property that every object has for an attribute',
      idFromAD: () => 'constructor',
    },
  ];

  for (const { title, idFromAD } of unknownAttributes) {
    test(title, covers('AD-N02'), async ({ directorySync, connections, build, observe }) => {
      const connection = await connections.provide();

      const response = await call.send(directorySync, connection, { idFromAD: idFromAD(build.unusedId()) });

      observe.orUnclear('AD-N02', isEmptyAnswer(response) ? { attribute: response.status } : undefined, HAS_VALUES);
    });
  }
});

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'takes a call without valid credentials as it is assumed to',
      covers('AD-N14'),
      async ({ directorySync, connections, callers, observe }) => {
        const connection = await connections.provide();

        const answers = await tryEach(
          uselessCredentials,
          ({ caller }) => call.send(directorySync.as(callers[caller]), connection),
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
        refusedBodies(malformedUpdates(connection.id)),
        ({ body }) => directorySync.updateUsers({ body }),
        (calls) => connections.changesBy(connection, calls),
      );

      observeRefusals(observe, 'AD-N14', answers);
    },
  );
});
