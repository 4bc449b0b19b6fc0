import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { at } from '../support/at.js';
import { refusalOf } from '../support/refusal-of.js';
import { uselessCredentials } from '../support/useless-credentials.js';
import { allCalls } from './support/calls.js';
import type { Call } from './support/calls.js';
import { skipIfElsewhere } from './support/removal-places.js';
import { refusedBodies, detailsOfBadBody } from './support/refused-bodies.js';
import { test } from './support/test.js';

test.describe(...describeEndpoint('deleteSelected'), () => {
  const call = at(
    allCalls.filter(({ name }) => name === 'deleteSelected'),
    0,
  );

  test.beforeEach(async ({ defaultTemplatesWith, assumptions, projects, templates, build, entries, tracker }) => {
    await skipIfElsewhere({ defaultTemplatesWith, assumptions, projects, templates, build, entries, tracker });
  });

  refusesBodies(call);
});

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    for (const { title, caller, kind } of uselessCredentials) {
      test(
        `refuses ${title} and changes nothing`,
        covers('DT-N17'),
        async ({ defaultTemplates, scene, entries, callers, observe }) => {
          const changes = await entries.changesBy(() => call.send(defaultTemplates.as(callers[caller]), scene));

          expect(changes.response).not.toSucceed();
          expect(changes).toHaveChangedNothing();
          observe('DT-N17', refusalOf(kind, changes.response));
        },
      );
    }
  });
}

for (const call of allCalls.filter(({ name }) => name !== 'deleteSelected')) {
  test.describe(...describeEndpoint(call.name), () => {
    refusesBodies(call);
  });
}

/** Tests that a call refuses each body that is none. */
function refusesBodies(call: Call): void {
  for (const { body, kind } of refusedBodies(call)) {
    test(
      `refuses as its body: ${body.name}`,
      detailsOfBadBody(call),
      async ({ defaultTemplates, scene, entries, observe }) => {
        const changes = await entries.changesBy(() => call.send(defaultTemplates, scene, { request: { body } }));

        expect(changes.response).not.toSucceed();
        expect(changes).toHaveChangedNothing();
        observe('DT-N17', refusalOf(kind, changes.response));
      },
    );
  }
}
