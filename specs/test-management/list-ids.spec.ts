import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import type { Assumptions } from '../../fixtures/index.js';
import { templateKeysOf } from './support/read-issue.js';
import { test } from './support/test.js';
import { itemsOf } from '../support/json.js';

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

  test(
    'lists cases that were added later behind the others',
    covers('TM-26'),
    async ({ testManagement, issues, scene, build }) => {
      const { project, plan, template } = scene;
      const before = plan.cases.map(({ id }) => id);
      const body = build.testCase.in(project).of(plan).fromTemplate(template).build();
      const { data } = await issues.createIssue({ body });

      const response = await testManagement.listTestCaseIds({ testPlanKey: plan.key });

      expect(response.data).toEqual([...before, Number(data.id)]);
    },
  );

  test(
    'keeps the order when one of the cases is edited',
    covers('TM-26'),
    async ({ testManagement, issues, scene, build }) => {
      const { plan, testCase } = scene;
      const fields = { summary: build.summary('Edited since') };
      await issues.editIssue({ issueIdOrKey: testCase.key, body: { fields } });

      const response = await testManagement.listTestCaseIds({ testPlanKey: plan.key });

      expect(response.data).toEqual(plan.cases.map(({ id }) => id));
    },
  );

  test(
    'lists nothing of another plan that has cases of the same template',
    covers('TM-26'),
    async ({ testManagement, scene, testPlans }) => {
      const { project, plan, template } = scene;
      const other = await testPlans.provide(project, { templates: [template] });

      const response = await testManagement.listTestCaseIds({ testPlanKey: other.key });

      expect(response.data).toHaveLength(1);
      expect(response.data.filter((id) => plan.cases.some((testCase) => testCase.id === id))).toEqual([]);
    },
  );

  test(
    'lists nothing for a plan without cases',
    covers('TM-26'),
    async ({ testManagement, testProjects, testPlans }) => {
      const plan = await testPlans.provide(await testProjects.provide());

      const response = await testManagement.listTestCaseIds({ testPlanKey: plan.key });

      expect(response.data).toEqual([]);
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

  test(
    'lists nothing for a case that names no template',
    covers('TM-27'),
    async ({ testManagement, issues, scene, build }) => {
      const { project, plan, template, otherTemplate } = scene;
      await issues.createIssue({ body: build.testCase.in(project).of(plan).build() });

      const response = await testManagement.listTestCaseTemplateIds({ testPlanKey: plan.key });

      expect(response.data).toEqual([template.id, otherTemplate.id]);
    },
  );

  const inactive = [
    { title: 'keeps inactive templates if onlyActive is left out', query: {}, isKept: true },
    { title: 'keeps inactive templates with onlyActive=false', query: { onlyActive: 'false' }, isKept: true },
    { title: 'leaves inactive templates out with onlyActive=true', query: { onlyActive: 'true' }, isKept: false },
  ] as const;

  for (const { title, query, isKept } of inactive) {
    test(title, covers('TM-28'), async ({ testManagement, scene, testCaseTemplates }) => {
      const { plan, template, otherTemplate } = scene;
      await testCaseTemplates.deactivate(template);

      const response = await testManagement.listTestCaseTemplateIds({ testPlanKey: plan.key, query });

      expect(response.data).toEqual(isKept ? [template.id, otherTemplate.id] : [otherTemplate.id]);
    });
  }

  test(
    'lists active templates once each and in the order of the cases with onlyActive=true',
    covers('TM-28', 'TM-27'),
    async ({ testManagement, testProjects, testCaseTemplates, testPlans }) => {
      const project = await testProjects.provide();
      const first = await testCaseTemplates.provide(project);
      const second = await testCaseTemplates.provide(project);
      const third = await testCaseTemplates.provide(project);
      const plan = await testPlans.provide(project, { templates: [third, first, third, second, third] });
      await testCaseTemplates.deactivate(first);

      const response = await testManagement.listTestCaseTemplateIds({
        testPlanKey: plan.key,
        query: { onlyActive: 'true' },
      });

      expect(response.data).toEqual([third.id, second.id]);
    },
  );

  test(
    'keeps all templates with onlyActive=true while all are active',
    covers('TM-28'),
    async ({ testManagement, scene }) => {
      const { plan, template, otherTemplate } = scene;

      const response = await testManagement.listTestCaseTemplateIds({
        testPlanKey: plan.key,
        query: { onlyActive: 'true' },
      });

      expect(response.data).toEqual([template.id, otherTemplate.id]);
    },
  );
});

/** Whether a list has ids as numbers or as text. */
function howListed(list: unknown): Pick<Assumptions['TM-N20'], 'listedIds'> {
  return { listedIds: itemsOf(list).some((id) => typeof id === 'string') ? 'text' : 'numbers' };
}
