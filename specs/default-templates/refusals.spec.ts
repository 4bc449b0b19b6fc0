import { describeEndpoint, expect } from '../../fixtures/index.js';
import { allCalls } from './support/calls.js';
import { isTooDangerous, refusedBodies } from './support/refused-bodies.js';
import { test } from './support/test.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test('refuses a call without credentials and changes nothing', async ({
      defaultTemplates,
      scene,
      entries,
      callers,
    }) => {
      const changes = await entries.changesBy(() => call.send(defaultTemplates.as(callers.anonymous), scene));

      expect(changes.response).toBeRefused(401);
      expect(changes).toHaveChangedNothing();
    });

    test('refuses a wrong password and changes nothing', async ({ defaultTemplates, scene, entries, callers }) => {
      const changes = await entries.changesBy(() => call.send(defaultTemplates.as(callers.wrongPassword), scene));

      expect(changes.response).toBeRefused(401);
      expect(changes).toHaveChangedNothing();
    });

    test('refuses an unknown user and changes nothing', async ({ defaultTemplates, scene, entries, callers }) => {
      const changes = await entries.changesBy(() => call.send(defaultTemplates.as(callers.unknownUser), scene));

      expect(changes.response).toBeRefused(401);
      expect(changes).toHaveChangedNothing();
    });

    for (const { body, status } of refusedBodies(call)) {
      test(`refuses as its body: ${body.name}`, async ({ defaultTemplates, scene, entries, target }) => {
        test.skip(
          isTooDangerous(call, target.about),
          'A tracker that took this body for one without keys would change every project.',
        );

        const changes = await entries.changesBy(() => call.send(defaultTemplates, scene, { request: { body } }));

        expect(changes.response).toBeRefused(status);
        expect(changes).toHaveChangedNothing();
      });
    }
  });
}
