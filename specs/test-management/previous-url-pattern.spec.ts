import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { stepsCalls } from './support/calls.js';
import { nth } from './support/nth.js';
import { shapeOf } from './support/shape-of.js';
import { templateKeysOf } from './support/read-issue.js';
import { copiedPlans, createdKeys } from './support/results.js';
import { freshRows, withStep } from './support/rows.js';
import { test } from './support/test.js';

for (const call of stepsCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'does under the previous URL pattern what it does under the new one, and answers the same',
      covers('TM-34', 'TM-N01'),
      async ({ testManagement, previousTestManagement, scene, stepsTables, assumptions, observe }) => {
        const { project, template, testCase } = scene;

        const current = await call.send(testManagement, project, { issueId: testCase.id, rowIndex: 0 });
        const previous = await call.send(previousTestManagement, project, { issueId: testCase.id, rowIndex: 2 });

        observe('TM-N01', previous.ok ? assumptions['TM-N01'] : '/');
        expect(previous).toHaveStatus(current.status);
        expect(shapeOf(previous.json)).toEqual(shapeOf(current.json));
        const effect = (row: Parameters<typeof call.effect>[0]) => call.effect(row, project);
        const rows = withStep(freshRows(template.rows, project), 0, effect);
        expect(await stepsTables.of(project, testCase)).toHaveSteps(withStep(rows, 2, effect));
      },
    );
  });
}

test.describe(...describeEndpoint('listTestCaseIds'), () => {
  test(
    'answers under the previous URL pattern what it answers under the new one',
    covers('TM-34', 'TM-N01'),
    async ({ testManagement, previousTestManagement, scene, assumptions, observe }) => {
      const request = { testPlanKey: scene.plan.key };

      const previous = await previousTestManagement.listTestCaseIds(request);

      observe('TM-N01', previous.ok ? assumptions['TM-N01'] : '/');
      expect(previous).toFitContract();
      expect(previous.data).toEqual((await testManagement.listTestCaseIds(request)).data);
    },
  );
});

test.describe(...describeEndpoint('listTestCaseTemplateIds'), () => {
  test(
    'answers under the previous URL pattern what it answers under the new one',
    covers('TM-34', 'TM-N01'),
    async ({ testManagement, previousTestManagement, scene, testCaseTemplates, assumptions, observe }) => {
      await testCaseTemplates.deactivate(scene.otherTemplate);
      const request = { testPlanKey: scene.plan.key, query: { onlyActive: 'true' as const } };

      const previous = await previousTestManagement.listTestCaseTemplateIds(request);

      observe('TM-N01', previous.ok ? assumptions['TM-N01'] : '/');
      expect(previous.data).toEqual([scene.template.id]);
      expect(previous.data).toEqual((await testManagement.listTestCaseTemplateIds(request)).data);
    },
  );
});

test.describe(...describeEndpoint('copyPlan'), () => {
  test(
    'copies under the previous URL pattern as it does under the new one',
    covers('TM-34', 'TM-N01'),
    async ({ testManagement, previousTestManagement, scene, testPlans, build, assumptions, observe }) => {
      const body = build.copyPlan.of(scene.plan).build();

      const current = await testManagement.copyPlan({ body });
      const previous = await previousTestManagement.copyPlan({ body });

      observe('TM-N01', previous.ok ? assumptions['TM-N01'] : '/');
      expect(previous).toHaveStatus(current.status);
      expect(shapeOf(previous.json)).toEqual(shapeOf(current.json));
      const copy = nth(copiedPlans(previous, assumptions), 0);
      expect(copy.cases).toEqual(await testPlans.casesOf(copy));
    },
  );
});

test.describe(...describeEndpoint('addTestCaseTemplates'), () => {
  test(
    'adds under the previous URL pattern as it does under the new one',
    covers('TM-34', 'TM-N01'),
    async ({ testManagement, previousTestManagement, issues, scene, testPlans, build, assumptions, observe }) => {
      const { project, template, otherTemplate } = scene;
      const plan = await testPlans.provide(project);
      const body = build.addTemplates.to(plan).templates(template, otherTemplate).build();

      const current = await testManagement.addTestCaseTemplates({ body });
      const previous = await previousTestManagement.addTestCaseTemplates({ body });

      observe('TM-N01', previous.ok ? assumptions['TM-N01'] : '/');
      expect(previous).toHaveStatus(current.status);
      expect(createdKeys(previous, assumptions) ?? []).toHaveLength(2);
      const keys = await templateKeysOf(issues, project, await testPlans.casesOf(plan));
      expect(keys).toEqual([template.key, otherTemplate.key, template.key, otherTemplate.key]);
    },
  );
});
