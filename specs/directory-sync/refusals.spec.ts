import { malformedUpdates, unreadableBodies } from '../../builders/index.js';
import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { allCalls } from './support/calls.js';
import { test } from './support/test.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'refuses a call without credentials and changes nothing',
      covers('AD-23'),
      async ({ directorySync, connections, callers, view }) => {
        const connection = await connections.provide();
        const before = await view(connection);

        const response = await call.send(directorySync.as(callers.anonymous), connection);

        expect(response).toBeRefused(401);
        expect(await view(connection)).toEqual(before);
      },
    );

    test('refuses a wrong password and changes nothing', async ({ directorySync, connections, callers, view }) => {
      const connection = await connections.provide();
      const before = await view(connection);

      const response = await call.send(directorySync.as(callers.wrongPassword), connection);

      expect(response).toBeRefused(401);
      expect(await view(connection)).toEqual(before);
    });

    test('refuses an unknown user and changes nothing', async ({ directorySync, connections, callers, view }) => {
      const connection = await connections.provide();
      const before = await view(connection);

      const response = await call.send(directorySync.as(callers.unknownUser), connection);

      expect(response).toBeRefused(401);
      expect(await view(connection)).toEqual(before);
    });
  });
}

test.describe(...describeEndpoint('updateUsers'), () => {
  const refusedBodies = [...malformedUpdates.map((body) => ({ body, status: 400 })), ...unreadableBodies];

  for (const { body, status } of refusedBodies) {
    test(`refuses as its body: ${body.name}`, async ({ directorySync, connections, view }) => {
      const connection = await connections.provide();
      const before = await view(connection);

      const response = await directorySync.updateUsers({ body });

      expect(response).toBeRefused(status);
      expect(await view(connection)).toEqual(before);
    });
  }
});
