import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { planCalls, stepsCalls } from './support/calls.js';
import { test } from './support/test.js';

for (const call of stepsCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'answers an unknown issue as it is assumed to, and changes nothing',
      covers('TM-N06'),
      async ({ testManagement, scene, watch, build, observe }) => {
        const place = { issueId: build.unusedId(), rowIndex: 0 };

        const changes = await watch.changesBy(() => call.send(testManagement, scene.project, place));

        observe('TM-N06', changes.response.status);
        expect(changes.after).toEqual(changes.before);
      },
    );
  });
}

for (const call of planCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'answers an unknown plan as it is assumed to, and changes nothing',
      covers('TM-N06'),
      async ({ testManagement, scene, watch, build, observe }) => {
        const plan = { ...scene.plan, key: `${build.unusedKey()}-1` };

        const changes = await watch.changesBy(() => call.send(testManagement, { ...scene, plan }));

        observe('TM-N06', changes.response.status);
        expect(changes.after).toEqual(changes.before);
      },
    );

    test(
      'answers a case in the place of a plan as it is assumed to, and changes nothing',
      covers('TM-N06'),
      async ({ testManagement, scene, watch, observe }) => {
        const plan = { ...scene.plan, key: scene.testCase.key };

        const changes = await watch.changesBy(() => call.send(testManagement, { ...scene, plan }));

        observe('TM-N06', changes.response.status);
        expect(changes.after).toEqual(changes.before);
      },
    );
  });
}

test.describe(...describeEndpoint('addTestCaseTemplates'), () => {
  test(
    'answers an unknown template beside a known one as it is assumed to, and creates nothing',
    covers('TM-N06'),
    async ({ testManagement, scene, watch, build, observe }) => {
      const unknown = { key: `${build.unusedKey()}-1` };
      const body = build.addTemplates.to(scene.plan).templates(scene.template, unknown).build();

      const changes = await watch.changesBy(() => testManagement.addTestCaseTemplates({ body }));

      observe('TM-N06', changes.response.status);
      expect(changes.after).toEqual(changes.before);
    },
  );

  test(
    'answers an unknown plan beside a known one as it is assumed to, and creates nothing',
    covers('TM-N06'),
    async ({ testManagement, scene, watch, build, observe }) => {
      const unknown = { key: `${build.unusedKey()}-1` };
      const body = build.addTemplates.to(scene.plan, unknown).templates(scene.template).build();

      const changes = await watch.changesBy(() => testManagement.addTestCaseTemplates({ body }));

      observe('TM-N06', changes.response.status);
      expect(changes.after).toEqual(changes.before);
    },
  );

  test(
    'answers an unknown template with async true as it is assumed to, and creates nothing',
    covers('TM-N06'),
    async ({ testManagement, scene, watch, build, observe }) => {
      const unknown = { key: `${build.unusedKey()}-1` };
      const body = build.addTemplates.to(scene.plan).templates(unknown).async(true).build();

      const changes = await watch.changesBy(() => testManagement.addTestCaseTemplates({ body }));

      observe('TM-N06', changes.response.status);
      expect(changes.after).toEqual(changes.before);
    },
  );
});

test.describe(...describeEndpoint('copyPlan'), () => {
  test(
    'answers an unknown project beside a known one as it is assumed to, and creates nothing',
    covers('TM-N06'),
    async ({ testManagement, scene, watch, build, observe }) => {
      const unknown = { key: build.unusedKey() };
      const body = build.copyPlan.of(scene.plan).to(scene.project, unknown).build();

      const changes = await watch.changesBy(() => testManagement.copyPlan({ body }));

      observe('TM-N06', changes.response.status);
      expect(changes.after).toEqual(changes.before);
    },
  );

  test(
    'answers an unknown id among issueIds as it is assumed to, and creates nothing',
    covers('TM-N06'),
    async ({ testManagement, scene, watch, build, observe }) => {
      const body = build.copyPlan.of(scene.plan).only(scene.testCase, { id: build.unusedId() }).build();

      const changes = await watch.changesBy(() => testManagement.copyPlan({ body }));

      observe('TM-N06', changes.response.status);
      expect(changes.after).toEqual(changes.before);
    },
  );
});
