import { malformedBulkTransitions, malformedDefaults, unreadableBodies } from '../../builders/index.js';
import type { RawBody } from '../../builders/index.js';
import { changesEveryProject, covers, describeEndpoint } from '../../fixtures/index.js';
import { refusedBodies, refuseEach, uselessCredentials } from '../support/refusals.js';
import { allCalls } from './support/calls.js';
import type { Call, CallName } from './support/calls.js';
import { skipIfElsewhere } from './support/removal-places.js';
import { test } from './support/test.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'refuses a call without valid credentials, and changes nothing',
      covers('DT-N17'),
      async ({ defaultTemplates, scene, entries, callers, observe }) => {
        const refusals = await refuseEach(
          uselessCredentials,
          ({ caller }) => call.send(defaultTemplates.as(callers[caller]), scene),
          (calls) => entries.changesBy(calls),
        );

        for (const refusal of refusals) observe('DT-N17', refusal);
      },
    );
  });
}

for (const call of allCalls.filter(({ body }) => body !== undefined)) {
  test.describe(...describeEndpoint(call.name), () => {
    if (call.name === 'deleteSelected') {
      test.beforeEach(async ({ defaultTemplatesWith, assumptions, projects, templates, build, entries, tracker }) => {
        await skipIfElsewhere({ defaultTemplatesWith, assumptions, projects, templates, build, entries, tracker });
      });
    }

    test(
      'refuses each body that is none, and changes nothing',
      detailsOfBadBody(call),
      async ({ defaultTemplates, scene, entries, observe }) => {
        const refusals = await refuseEach(
          bodiesFor(call),
          ({ body }) => call.send(defaultTemplates, scene, { request: { body } }),
          (calls) => entries.changesBy(calls),
        );

        for (const refusal of refusals) observe('DT-N17', refusal);
      },
    );
  });
}

/** On the path of each of these another call is made by a request without a body. */
const namesakes: readonly CallName[] = ['filterByTemplate', 'deleteSelected'];

/** The bodies that an endpoint refuses. */
function bodiesFor({ name, body }: Call): ReturnType<typeof refusedBodies> {
  const malformed = body === 'defaults' ? malformedDefaults : malformedBulkTransitions;
  const unreadable = unreadableBodies.filter((bad) => !namesakes.includes(name) || hasText(bad.body));
  return refusedBodies(malformed, unreadable);
}

/** The details of a test of bad bodies: a tracker that took one for a body without project keys would change every project. */
function detailsOfBadBody({ body }: Call): ReturnType<typeof covers> {
  return body === 'bulk transitions' ? changesEveryProject(covers('DT-N17')) : covers('DT-N17');
}

function hasText({ text }: RawBody): boolean {
  return text !== undefined && text !== '';
}
