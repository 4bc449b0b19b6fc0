import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { allCalls } from './support/calls.js';
import { test } from './support/test.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'accepts HTTP Basic credentials of an administrator',
      covers('TM-36'),
      async ({ testManagement, scene, needsBasicLogin }) => {
        needsBasicLogin();

        const response = await call.send(testManagement, scene);

        expect(response.status).toBeLessThan(500);
        expect(response.status).not.toBe(401);
      },
    );
  });
}

test.describe(...describeEndpoint('listTestCaseIds'), () => {
  test(
    'knows somebody who administers nothing by HTTP Basic credentials',
    covers('TM-36'),
    async ({ testManagement, scene, users }) => {
      const { caller } = await users.providePlain();

      const response = await testManagement.as(caller).listTestCaseIds({ testPlanKey: scene.plan.key });

      expect(caller.authorization).toMatch(/^Basic /);
      expect(response.status).toBeLessThan(500);
      expect(response.status).not.toBe(401);
    },
  );
});
