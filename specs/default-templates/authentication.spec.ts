import { covers, describeEndpoint, expect, skipAsUnavailable } from '../../fixtures/index.js';
import { allCalls } from './support/calls.js';
import { mayLackPermission } from './support/permissions.js';
import { test } from './support/scene.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'accepts HTTP Basic credentials of an administrator',
      covers('DT-41'),
      async ({ defaultTemplates, scene, needsBasicLogin }) => {
        needsBasicLogin();

        const response = await call.send(defaultTemplates, scene);

        expect(response).toSucceed();
      },
    );
  });
}

test.describe(...describeEndpoint('listByProject'), () => {
  test(
    'knows somebody who administers nothing by HTTP Basic credentials',
    covers('DT-41'),
    async ({ defaultTemplates, scene, users, tracker }) => {
      const plain = await users.providePlain();

      const response = await defaultTemplates
        .as(plain.caller)
        .listByProject({ projectIdOrKey: scene['issue type'].project.id });

      expect(plain.caller.authorization).toMatch(/^Basic /);
      skipAsUnavailable(mayLackPermission(response, tracker), 'The 401 may be for a permission that the user lacks.');
      expect(response.status).toBeLessThan(500);
      expect(response.status).not.toBe(401);
    },
  );
});
