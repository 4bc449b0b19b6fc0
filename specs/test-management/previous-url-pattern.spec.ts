import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { stepsCalls } from './support/calls.js';
import { firstThatWorks } from '../support/first-that-works.js';
import { nth } from '../support/nth.js';
import { isElsewhere, previousBasePaths } from './support/previous-base-paths.js';
import { shapeOf } from './support/shape-of.js';
import { templateKeysOf } from './support/read-issue.js';
import { copiedPlans, createdKeys } from './support/results.js';
import { freshRows, readRow, withStep } from './support/rows.js';
import { test } from './support/test.js';

const ELSEWHERE = 'The previous URL pattern is not what it is assumed to be (TM-N01).';

for (const call of stepsCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'does under the previous URL pattern what it does under the new one, and answers the same',
      covers('TM-34'),
      async ({ testManagement, previousTestManagement, scene, stepsTables, target }) => {
        const { project, template, testCase } = scene;

        const current = await call.send(testManagement, project, { issueId: testCase.id, rowIndex: 0 });
        const previous = await call.send(previousTestManagement, project, { issueId: testCase.id, rowIndex: 2 });

        test.skip(isElsewhere(previous, target.about), ELSEWHERE);
        expect(previous).toHaveStatus(current.status);
        expect(shapeOf(previous.json)).toEqual(shapeOf(current.json));
        const effect = (row: Parameters<typeof call.effect>[0]) => readRow(call.effect(row, project), project);
        const rows = withStep(freshRows(template.rows, project), 0, effect);
        expect(await stepsTables.of(project, testCase)).toHaveSteps(withStep(rows, 2, effect));
      },
    );
  });
}

test.describe(...describeEndpoint('listTestCaseIds'), () => {
  test(
    'answers under the previous URL pattern what it answers under the new one',
    covers('TM-34'),
    async ({ testManagement, previousTestManagement, scene, target }) => {
      const request = { testPlanKey: scene.plan.key };

      const previous = await previousTestManagement.listTestCaseIds(request);

      test.skip(isElsewhere(previous, target.about), ELSEWHERE);
      expect(previous).toFitContract();
      expect(previous.data).toEqual((await testManagement.listTestCaseIds(request)).data);
    },
  );

  test(
    'has the previous URL pattern it is assumed to have',
    covers('TM-N01'),
    async ({ testManagementAt, scene, assumptions, observe }) => {
      const isThere = async (basePath: string) =>
        (await testManagementAt(basePath).listTestCaseIds({ testPlanKey: scene.plan.key })).ok;

      const found = await firstThatWorks([assumptions['TM-N01'], ...previousBasePaths], isThere);

      observe.orUnclear('TM-N01', found, `The API is under none of ${previousBasePaths.join(', ')}.`);
    },
  );
});

test.describe(...describeEndpoint('listTestCaseTemplateIds'), () => {
  test(
    'answers under the previous URL pattern what it answers under the new one',
    covers('TM-34'),
    async ({ testManagement, previousTestManagement, scene, testCaseTemplates, target }) => {
      await testCaseTemplates.deactivate(scene.otherTemplate);
      const request = { testPlanKey: scene.plan.key, query: { onlyActive: 'true' as const } };

      const previous = await previousTestManagement.listTestCaseTemplateIds(request);

      test.skip(isElsewhere(previous, target.about), ELSEWHERE);
      expect(previous.data).toEqual([scene.template.id]);
      expect(previous.data).toEqual((await testManagement.listTestCaseTemplateIds(request)).data);
    },
  );
});

test.describe(...describeEndpoint('copyPlan'), () => {
  test(
    'copies under the previous URL pattern as it does under the new one',
    covers('TM-34'),
    async ({ testManagement, previousTestManagement, scene, testPlans, build, target }) => {
      const body = build.copyPlan.of(scene.plan).build();

      const current = await testManagement.copyPlan({ body });
      const previous = await previousTestManagement.copyPlan({ body });

      test.skip(isElsewhere(previous, target.about), ELSEWHERE);
      expect(previous).toHaveStatus(current.status);
      expect(shapeOf(previous.json)).toEqual(shapeOf(current.json));
      const copy = nth(copiedPlans(previous), 0);
      expect(copy.cases).toEqual(await testPlans.casesOf(copy));
    },
  );
});

test.describe(...describeEndpoint('addTestCaseTemplates'), () => {
  test(
    'adds under the previous URL pattern as it does under the new one',
    covers('TM-34'),
    async ({ testManagement, previousTestManagement, issues, scene, testPlans, build, target }) => {
      const { project, template, otherTemplate } = scene;
      const plan = await testPlans.provide(project);
      const body = build.addTemplates.to(plan).templates(template, otherTemplate).build();

      const current = await testManagement.addTestCaseTemplates({ body });
      const previous = await previousTestManagement.addTestCaseTemplates({ body });

      test.skip(isElsewhere(previous, target.about), ELSEWHERE);
      expect(previous).toHaveStatus(current.status);
      expect(createdKeys(previous) ?? []).toHaveLength(2);
      const keys = await templateKeysOf(issues, project, await testPlans.casesOf(plan));
      expect(keys).toEqual([template.key, otherTemplate.key, template.key, otherTemplate.key]);
    },
  );
});
