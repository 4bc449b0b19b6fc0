import { malformedUpdates } from '../../builders/index.js';
import { covers, describeEndpoint, test } from '../../fixtures/index.js';
import { refusedBodies, refuseEach, uselessCredentials } from '../support/refusals.js';
import { allCalls } from './support/calls.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'refuses a call without valid credentials, and changes nothing',
      covers('AD-N14'),
      async ({ directorySync, connections, callers, observe }) => {
        const connection = await connections.provide();

        const refusals = await refuseEach(
          uselessCredentials,
          ({ caller }) => call.send(directorySync.as(callers[caller]), connection),
          (calls) => connections.changesBy(connection, calls),
        );

        for (const refusal of refusals) observe('AD-N14', refusal);
      },
    );
  });
}

test.describe(...describeEndpoint('updateUsers'), () => {
  test(
    'refuses each body that is none, and changes nothing',
    covers('AD-N14'),
    async ({ directorySync, connections, observe }) => {
      const connection = await connections.provide();

      const refusals = await refuseEach(
        refusedBodies(malformedUpdates),
        ({ body }) => directorySync.updateUsers({ body }),
        (calls) => connections.changesBy(connection, calls),
      );

      for (const refusal of refusals) observe('AD-N14', refusal);
    },
  );
});
