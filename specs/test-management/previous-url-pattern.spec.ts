import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { effectOf, stepsCalls } from './support/calls.js';
import { at } from '../support/at.js';
import { ELSEWHERE, findPrevious } from './support/previous-base-paths.js';
import { shapeOf } from './support/shape-of.js';
import { templateKeysOf } from './support/read-issue.js';
import { copiedPlans, createdKeys, keysOf } from './support/results.js';
import { test } from './support/test.js';

for (const call of stepsCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'answers under the previous URL pattern as it does under the new one',
      covers('TM-34'),
      async ({ testManagement, previousTestManagement, scene: { project, testCase }, isElsewhere }) => {
        const current = await call.send(testManagement, project, { issueId: testCase.id, rowIndex: 0 });

        const previous = await call.send(previousTestManagement, project, { issueId: testCase.id, rowIndex: 2 });

        test.skip(await isElsewhere(previous), ELSEWHERE);
        expect(previous).toHaveStatus(current.status);
        expect(shapeOf(previous.json)).toEqual(shapeOf(current.json));
      },
    );

    test(
      'changes under the previous URL pattern what it changes under the new one',
      covers('TM-34'),
      async ({ previousTestManagement, scene, stepsTables, isElsewhere, needsReadBack }) => {
        await needsReadBack(call.shows);
        const { project, testCase } = scene;

        const changes = await stepsTables.changesBy(project, testCase, () =>
          call.send(previousTestManagement, project, { issueId: testCase.id, rowIndex: 2 }),
        );

        test.skip(await isElsewhere(changes.response), ELSEWHERE);
        expect(changes).toHaveChangedOnly({
          changed: [effectOf(call, scene, 2)],
          mayAlsoChange: call.alsoChanges,
        });
      },
    );
  });
}

test.describe(...describeEndpoint('listTestCaseIds'), () => {
  test(
    'answers under the previous URL pattern what it answers under the new one',
    covers('TM-34'),
    async ({ testManagement, previousTestManagement, scene, isElsewhere }) => {
      const request = { testPlanKey: scene.plan.key };

      const previous = await previousTestManagement.listTestCaseIds(request);

      test.skip(await isElsewhere(previous), ELSEWHERE);
      expect(previous).toFitContract();
      expect(previous.data).toEqual((await testManagement.listTestCaseIds(request)).data);
    },
  );

  test(
    'has the previous URL pattern it is assumed to have',
    covers('TM-N01'),
    async ({ testManagementAt, scene, assumptions, observe, isElsewhere }) => {
      const answers: string[] = [];
      const ask = async (basePath: string) => {
        const response = await testManagementAt(basePath).listTestCaseIds({ testPlanKey: scene.plan.key });
        answers.push(`${basePath} (${response.status})`);
        return response;
      };

      const found = await findPrevious(assumptions['TM-N01'], ask, isElsewhere);

      observe.orUnclear('TM-N01', found, `The API answers as it should under none of ${answers.join(', ')}.`);
    },
  );
});

test.describe(...describeEndpoint('listTestCaseTemplateIds'), () => {
  test(
    'answers under the previous URL pattern what it answers under the new one',
    covers('TM-34'),
    async ({ testManagement, previousTestManagement, scene, testCaseTemplates, isElsewhere }) => {
      await testCaseTemplates.deactivate(scene.otherTemplate);
      const request = { testPlanKey: scene.plan.key, query: { onlyActive: 'true' as const } };

      const previous = await previousTestManagement.listTestCaseTemplateIds(request);

      test.skip(await isElsewhere(previous), ELSEWHERE);
      expect(previous).toFitContract();
      expect(previous.data).toEqual([scene.template.id]);
      expect(previous.data).toEqual((await testManagement.listTestCaseTemplateIds(request)).data);
    },
  );
});

test.describe(...describeEndpoint('copyPlan'), () => {
  test(
    'copies under the previous URL pattern as it does under the new one',
    covers('TM-34'),
    async ({ testManagement, issues, previousTestManagement, scene, testPlans, build, isElsewhere }) => {
      const body = build.copyPlan.of(scene.plan).build();

      const current = await testManagement.copyPlan({ body });
      const previous = await previousTestManagement.copyPlan({ body });

      test.skip(await isElsewhere(previous), ELSEWHERE);
      expect(previous).toHaveStatus(current.status);
      expect(shapeOf(previous.json)).toEqual(shapeOf(current.json));
      const copy = at(await copiedPlans(issues, previous), 0);
      expect(keysOf(copy.cases)).toEqual(keysOf(await testPlans.casesOf(copy)));
    },
  );
});

test.describe(...describeEndpoint('addTestCaseTemplates'), () => {
  test(
    'adds under the previous URL pattern as it does under the new one',
    covers('TM-34'),
    async ({ testManagement, previousTestManagement, issues, scene, testPlans, build, isElsewhere }) => {
      const { project, template, otherTemplate } = scene;
      const plan = await testPlans.provide(project);
      const body = build.addTemplates.to(plan).templates(template, otherTemplate).async(false).build();

      const current = await testManagement.addTestCaseTemplates({ body });
      const previous = await previousTestManagement.addTestCaseTemplates({ body });

      test.skip(await isElsewhere(previous), ELSEWHERE);
      expect(previous).toHaveStatus(current.status);
      expect(await createdKeys(issues, previous)).toHaveLength(2);
      const keys = await templateKeysOf(issues, project, await testPlans.casesOf(plan));
      expect(keys.toSorted()).toEqual(keysOf([template, template, otherTemplate, otherTemplate]));
    },
  );
});
