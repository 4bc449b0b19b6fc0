import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { allCalls } from './support/calls.js';
import { test } from './support/test.js';

for (const call of allCalls.filter(({ path }) => path.includes('projectIdOrKey'))) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'answers an unknown project id as it is assumed to, and changes nothing',
      covers('DT-N02'),
      async ({ defaultTemplates, scene, entries, build, observe }) => {
        const request = { projectIdOrKey: build.unusedId() };

        const changes = await entries.changesBy(() => call.send(defaultTemplates, scene, { request }));

        observe('DT-N02', changes.response.status);
        expect(changes).toHaveChangedNothing();
      },
    );

    test(
      'answers an unknown project key as it is assumed to, and changes nothing',
      covers('DT-N02'),
      async ({ defaultTemplates, scene, entries, build, observe }) => {
        const request = { projectIdOrKey: build.unusedKey() };

        const changes = await entries.changesBy(() => call.send(defaultTemplates, scene, { request }));

        observe('DT-N02', changes.response.status);
        expect(changes).toHaveChangedNothing();
      },
    );
  });
}

for (const call of allCalls.filter(({ path }) => path.includes('templateId'))) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'answers an unknown template as it is assumed to, and changes nothing',
      covers('DT-N03'),
      async ({ defaultTemplates, scene, entries, build, observe }) => {
        const request = { templateId: build.unusedId() };

        const changes = await entries.changesBy(() => call.send(defaultTemplates, scene, { request }));

        observe('DT-N03', changes.response.status);
        expect(changes).toHaveChangedNothing();
      },
    );
  });
}
