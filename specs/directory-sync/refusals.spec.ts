import { malformedUpdates, unreadableBodies } from '../../builders/index.js';
import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { refusalOf } from '../support/refusal-of.js';
import { uselessCredentials } from '../support/useless-credentials.js';
import { allCalls } from './support/calls.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    for (const { title, caller, kind } of uselessCredentials) {
      test(
        `refuses ${title} and changes nothing`,
        covers('AD-N14'),
        async ({ directorySync, connections, callers, observe }) => {
          const connection = await connections.provide();

          const changes = await connections.changesBy(connection, () =>
            call.send(directorySync.as(callers[caller]), connection),
          );

          expect(changes.response).not.toSucceed();
          expect(changes).toHaveChangedNothing();
          observe('AD-N14', refusalOf(kind, changes.response));
        },
      );
    }
  });
}

test.describe(...describeEndpoint('updateUsers'), () => {
  const refusedBodies = [
    ...malformedUpdates.map((body) => ({ body, kind: 'wrongTypes' as const })),
    ...unreadableBodies,
  ];

  for (const { body, kind } of refusedBodies) {
    test(`refuses as its body: ${body.name}`, covers('AD-N14'), async ({ directorySync, connections, observe }) => {
      const connection = await connections.provide();

      const changes = await connections.changesBy(connection, () => directorySync.updateUsers({ body }));

      expect(changes.response).not.toSucceed();
      expect(changes).toHaveChangedNothing();
      observe('AD-N14', refusalOf(kind, changes.response));
    });
  }
});
