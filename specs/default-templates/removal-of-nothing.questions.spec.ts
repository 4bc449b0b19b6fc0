import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { allCalls } from './support/calls.js';
import { selectedCount } from './support/entries.js';
import { test } from './support/scene.js';

for (const call of allCalls.filter(({ kind }) => kind === 'delete')) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'answers a removal that matches nothing as it is assumed to',
      covers('DT-N09'),
      async ({ defaultTemplates, scene, entries, observe }) => {
        await call.send(defaultTemplates, scene);

        const changes = await entries.changesBy(() => call.send(defaultTemplates, scene));

        observe('DT-N09', changes.response.status);
        expect(changes).toHaveChangedNothing();
        expect(selectedCount(changes.response)).toBe(0);
      },
    );
  });
}
