import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { planCalls } from './support/calls.js';
import { test } from './support/test.js';

for (const { name, kind, send } of planCalls) {
  test.describe(...describeEndpoint(name), () => {
    test('succeeds with the status it is assumed to', covers('TM-N21'), async ({ testManagement, scene, observe }) => {
      const response = await send(testManagement, scene);

      expect(response).toFitContract();
      observe('TM-N21', { [kind]: response.status });
    });
  });
}

test.describe(...describeEndpoint('copyPlan'), () => {
  test(
    'succeeds with the status it is assumed to if the cases are made later',
    covers('TM-N21'),
    async ({ testManagement, scene, build, observe }) => {
      const response = await testManagement.copyPlan({ body: build.copyPlan.of(scene.plan).async(true).build() });

      expect(response).toFitContract();
      observe('TM-N21', { copyLater: response.status });
    },
  );
});

test.describe(...describeEndpoint('addTestCaseTemplates'), () => {
  test(
    'succeeds with the status it is assumed to if the cases are made later',
    covers('TM-N21'),
    async ({ testManagement, scene: { plan, template }, build, observe }) => {
      const body = build.addTemplates.to(plan).templates(template).async(true).build();

      const response = await testManagement.addTestCaseTemplates({ body });

      expect(response).toFitContract();
      observe('TM-N21', { addLater: response.status });
    },
  );
});
