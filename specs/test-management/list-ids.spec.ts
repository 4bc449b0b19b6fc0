import { covers, describeEndpoint, expect, failsFor, skipAsUnavailable } from '../../fixtures/index.js';
import { callOf } from '../support/attempts.js';
import { moveThroughAll } from './support/issues.js';
import { test } from './support/scene.js';

test.describe(...describeEndpoint('listTestCaseIds'), () => {
  test(
    'lists cases in the order in which they were added, more than ten of them, one of another status',
    covers('TM-26'),
    async ({ testManagement, trackerApi, scene, build }) => {
      const { project, plan, template } = scene;
      const ids = plan.cases.map(({ id }) => id);
      const body = build.testCase.in(project).of(plan).fromTemplate(template).build();
      while (ids.length < 12) ids.push(Number((await trackerApi.createIssue({ body })).data.id));
      await moveThroughAll(trackerApi, scene.testCase.key);

      const response = await testManagement.listTestCaseIds({ testPlanKey: plan.key });

      expect(response.data).toStrictEqual(ids);
    },
  );
});

test.describe(...describeEndpoint('listTestCaseTemplateIds'), () => {
  test(
    'lists nothing for a case that names no template',
    covers('TM-27'),
    async ({ testManagement, trackerApi, scene, build }) => {
      const { project, plan, template, otherTemplate } = scene;
      await trackerApi.createIssue({ body: build.testCase.in(project).of(plan).build() });

      const response = await testManagement.listTestCaseTemplateIds({ testPlanKey: plan.key });

      expect(response.data).toStrictEqual([template.id, otherTemplate.id]);
    },
  );

  test(
    'lists nothing of a case that is deleted, nor of its template',
    covers('TM-26', 'TM-27'),
    async ({ testManagement, trackerApi, scene }) => {
      const { plan, testCase, otherCase, otherTemplate } = scene;
      await trackerApi.deleteIssue({ issueIdOrKey: testCase.key });

      const cases = await testManagement.listTestCaseIds({ testPlanKey: plan.key });
      const templates = await testManagement.listTestCaseTemplateIds({ testPlanKey: plan.key });

      failsFor('TM-26');
      expect(cases.data).toStrictEqual([otherCase.id]);
      failsFor('TM-27');
      expect(templates.data).toStrictEqual([otherTemplate.id]);
    },
  );

  test(
    'lists the template that a case names since it was edited',
    covers('TM-27'),
    async ({ testManagement, trackerApi, scene, testCaseTemplates }) => {
      const { project, plan, testCase, otherTemplate } = scene;
      const template = await testCaseTemplates.provide(project);
      const fields = { [project.fields.testCaseTemplate]: template.key };
      const edited = await trackerApi.editIssue({ issueIdOrKey: testCase.key, body: { fields } });
      skipAsUnavailable(!edited.ok, `${callOf(edited)} does not change the template of a case.`);

      const response = await testManagement.listTestCaseTemplateIds({ testPlanKey: plan.key });

      expect(response.data).toStrictEqual([template.id, otherTemplate.id]);
    },
  );

  for (const [title, query] of [
    ['keeps inactive templates if onlyActive is left out', {}],
    ['keeps inactive templates with onlyActive=false', { onlyActive: 'false' }],
  ] as const) {
    test(title, covers('TM-28'), async ({ testManagement, scene, testCaseTemplates }) => {
      const { plan, template, otherTemplate } = scene;
      await testCaseTemplates.deactivate(template);

      const response = await testManagement.listTestCaseTemplateIds({ testPlanKey: plan.key, query });

      expect(response.data).toStrictEqual([template.id, otherTemplate.id]);
    });
  }

  test(
    'lists active templates once each and in the order of the cases with onlyActive=true',
    covers('TM-28', 'TM-27'),
    async ({ testManagement, testManagementProjects, testCaseTemplates, testPlans }) => {
      const project = await testManagementProjects.provide();
      const first = await testCaseTemplates.provide(project);
      const second = await testCaseTemplates.provide(project);
      const third = await testCaseTemplates.provide(project);
      const plan = await testPlans.provide(project, { templates: [third, first, third, second, third] });
      await testCaseTemplates.deactivate(first);

      const response = await testManagement.listTestCaseTemplateIds({
        testPlanKey: plan.key,
        query: { onlyActive: 'true' },
      });

      expect(response.data).toStrictEqual([third.id, second.id]);
      for (const template of [second, third]) await testCaseTemplates.deactivate(template);
      const none = await testManagement.listTestCaseTemplateIds({
        testPlanKey: plan.key,
        query: { onlyActive: 'true' },
      });
      expect(none.data).toStrictEqual([]);
    },
  );
});
