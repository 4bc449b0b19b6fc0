import { describeEndpoint, expect } from '../../fixtures/index.js';
import { uselessCredentials } from '../support/useless-credentials.js';
import { allCalls } from './support/calls.js';
import { refusedBodies, reachOfBadBody } from './support/refused-bodies.js';
import { test } from './support/test.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    for (const { title, caller } of uselessCredentials) {
      test(`refuses ${title} and changes nothing`, async ({ defaultTemplates, scene, entries, callers }) => {
        const changes = await entries.changesBy(() => call.send(defaultTemplates.as(callers[caller]), scene));

        expect(changes.response).toBeRefused(401);
        expect(changes).toHaveChangedNothing();
      });
    }

    for (const { body, status } of refusedBodies(call)) {
      test(`refuses as its body: ${body.name}`, reachOfBadBody(call), async ({ defaultTemplates, scene, entries }) => {
        const changes = await entries.changesBy(() => call.send(defaultTemplates, scene, { request: { body } }));

        expect(changes.response).toBeRefused(status);
        expect(changes).toHaveChangedNothing();
      });
    }
  });
}
