import { malformedUpdates } from '../../builders/index.js';
import { covers, describeEndpoint, test } from '../../fixtures/index.js';
import { observeRefusals, refusedBodies, tryEach, uselessCredentials } from '../support/refusals.js';
import { allCalls } from './support/calls.js';

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
