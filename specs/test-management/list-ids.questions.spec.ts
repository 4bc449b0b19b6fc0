import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import type { Assumptions } from '../../fixtures/index.js';
import { itemsOf } from '../support/json.js';
import { templateKeysOf } from './support/read-issue.js';
import { test } from './support/test.js';

test.describe(...describeEndpoint('listTestCaseIds'), () => {
  test(
    "lists the ids of a plan's cases in the order they were added in",
    covers('TM-26', 'TM-N20'),
    async ({ testManagement, issues, testProjects, testCaseTemplates, testPlans, observe }) => {
      const project = await testProjects.provide();
      const first = await testCaseTemplates.provide(project);
      const second = await testCaseTemplates.provide(project);
      const plan = await testPlans.provide(project, { templates: [second, first, second] });

      const response = await testManagement.listTestCaseIds({ testPlanKey: plan.key });

      expect(response).toFitContract();
      const cases = response.data.map((id) => ({ key: String(id) }));
      expect(await templateKeysOf(issues, project, cases)).toEqual([second.key, first.key, second.key]);
      observe('TM-N20', howListed(response.json));
    },
  );
});

test.describe(...describeEndpoint('listTestCaseTemplateIds'), () => {
  test(
    'lists each template once, in the order of the cases',
    covers('TM-27', 'TM-N20'),
    async ({ testManagement, testProjects, testCaseTemplates, testPlans, observe }) => {
      const project = await testProjects.provide();
      const first = await testCaseTemplates.provide(project);
      const second = await testCaseTemplates.provide(project);
      const third = await testCaseTemplates.provide(project);
      const plan = await testPlans.provide(project, { templates: [third, first, third, second, first] });

      const response = await testManagement.listTestCaseTemplateIds({ testPlanKey: plan.key });

      expect(response).toFitContract();
      expect(response.data).toEqual([third.id, first.id, second.id]);
      observe('TM-N20', howListed(response.json));
    },
  );
});

/** Whether a list has ids as numbers or as text. */
function howListed(list: unknown): Pick<Assumptions['TM-N20'], 'listedIds'> {
  return { listedIds: itemsOf(list).some((id) => typeof id === 'string') ? 'text' : 'numbers' };
}
