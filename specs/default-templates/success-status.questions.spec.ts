import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { allCalls } from './support/calls.js';
import { test } from './support/scene.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'succeeds with the status it is assumed to',
      covers('DT-N01'),
      async ({ defaultTemplates, scene, observe }) => {
        const response = await call.send(defaultTemplates, scene);

        expect(response).toSucceed();
        observe('DT-N01', { [call.kind]: response.status });
      },
    );
  });
}
