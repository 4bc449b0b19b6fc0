import { malformedUpdates, unreadableBodies } from '../../builders/index.js';
import { describeEndpoint, expect, test } from '../../fixtures/index.js';
import { uselessCredentials } from '../support/useless-credentials.js';
import { allCalls } from './support/calls.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    for (const { title, caller } of uselessCredentials) {
      test(`refuses ${title} and changes nothing`, async ({ directorySync, connections, callers }) => {
        const connection = await connections.provide();

        const changes = await connections.changesBy(connection, () =>
          call.send(directorySync.as(callers[caller]), connection),
        );

        expect(changes.response).toBeRefused(401);
        expect(changes).toHaveChangedNothing();
      });
    }
  });
}

test.describe(...describeEndpoint('updateUsers'), () => {
  const refusedBodies = [...malformedUpdates.map((body) => ({ body, status: 400 })), ...unreadableBodies];

  for (const { body, status } of refusedBodies) {
    test(`refuses as its body: ${body.name}`, async ({ directorySync, connections }) => {
      const connection = await connections.provide();

      const changes = await connections.changesBy(connection, () => directorySync.updateUsers({ body }));

      expect(changes.response).toBeRefused(status);
      expect(changes).toHaveChangedNothing();
    });
  }
});
