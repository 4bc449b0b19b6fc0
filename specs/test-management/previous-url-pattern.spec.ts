import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { answered } from '../support/attempts.js';
import { at } from '../support/values.js';
import { effectOf, stepsCalls } from './support/calls.js';
import { keysOf, namedIn, templateKeysOf } from './support/issues.js';
import { test } from './support/previous-test.js';

for (const call of stepsCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'succeeds under the previous URL pattern as it does under the new one',
      covers('TM-34'),
      async ({ testManagement, previousApi, scene: { project, testCase } }) => {
        const current = await call.send(testManagement, project, { issueId: testCase.id, rowIndex: 0 });

        const previous = await call.send(previousApi, project, { issueId: testCase.id, rowIndex: 2 });

        expect({ succeeded: answered(previous).ok }).toStrictEqual({ succeeded: current.ok });
      },
    );

    test(
      'changes under the previous URL pattern what it changes under the new one',
      covers('TM-34'),
      async ({ previousApi, scene, needsShown }) => {
        await needsShown(...call.shows);
        const { project, testCase } = scene;

        const changes = await scene.stepChangesBy(() =>
          call.send(previousApi, project, { issueId: testCase.id, rowIndex: 2 }),
        );

        expect(changes).toHaveChangedOnly({
          changed: [effectOf(call, scene, 2)],
          mayAlsoChange: call.alsoChanges,
        });
      },
    );
  });
}

test.describe(...describeEndpoint('listTestCaseTemplateIds'), () => {
  test(
    'answers under the previous URL pattern what it answers under the new one',
    covers('TM-34'),
    async ({ testManagement, previousApi, scene, testCaseTemplates }) => {
      await testCaseTemplates.deactivate(scene.otherTemplate);
      const request = { testPlanKey: scene.plan.key, query: { onlyActive: 'true' as const } };

      const previous = await previousApi.listTestCaseTemplateIds(request);

      expect(previous).toFitContract();
      expect(previous.data).toStrictEqual([scene.template.id]);
      expect(previous.data).toStrictEqual((await testManagement.listTestCaseTemplateIds(request)).data);
    },
  );
});

test.describe(...describeEndpoint('copyPlan'), () => {
  test(
    'copies under the previous URL pattern as it does under the new one',
    covers('TM-34'),
    async ({ copyPlan, trackerApi, previousApi, scene, testPlans }) => {
      const { project, plan, template, otherTemplate } = scene;
      // Made like this one, so that a copy that fails here is told from one that fails everywhere.
      await copyPlan({ project, plan });

      const tried = await copyPlan({ project, plan, api: previousApi, mayBeEmpty: true });

      expect(tried.response).toSucceed();
      const cases = await testPlans.casesOf(at(tried.plans, 0));
      expect(await templateKeysOf(trackerApi, project, cases)).toStrictEqual([template.key, otherTemplate.key]);
      expect(namedIn(tried.response, cases)).toStrictEqual(keysOf(cases));
    },
  );
});

test.describe(...describeEndpoint('addTestCaseTemplates'), () => {
  test(
    'adds under the previous URL pattern as it does under the new one',
    covers('TM-34'),
    async ({ testManagement, previousApi, trackerApi, scene, testPlans, build }) => {
      const { project, template, otherTemplate } = scene;
      const plan = await testPlans.provide(project);
      const adding = build.addTestCaseTemplates.to(plan).async(false);

      await testManagement.addTestCaseTemplates({ body: adding.templates(template).build() });
      const previous = await previousApi.addTestCaseTemplates({
        body: adding.templates(otherTemplate).build(),
      });

      const cases = await testPlans.casesOf(plan);
      expect(previous).toSucceed();
      expect(namedIn(previous, cases)).toHaveLength(1);
      expect(await templateKeysOf(trackerApi, project, cases)).toStrictEqual([template.key, otherTemplate.key]);
    },
  );
});
