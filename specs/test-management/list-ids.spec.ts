import { covers, describeEndpoint, expect, failsFor, skipAsUnavailable } from '../../fixtures/index.js';
import { callOf } from '../support/attempts.js';
import { at } from '../support/values.js';
import { moveOn } from './support/issues.js';
import { test } from './support/scene.js';

test.describe(...describeEndpoint('listTestCaseIds'), () => {
  test(
    'lists cases in the order in which they were added, more than ten of them',
    covers('TM-26'),
    async ({ testManagement, trackerApi, scene, build }) => {
      const { project, plan, template } = scene;
      const ids = plan.cases.map(({ id }) => id);
      const body = build.testCase.in(project).of(plan).fromTemplate(template).build();
      while (ids.length < 12) ids.push(Number((await trackerApi.createIssue({ body })).data.id));

      const response = await testManagement.listTestCaseIds({ testPlanKey: plan.key });

      expect(response.data).toStrictEqual(ids);
    },
  );

  test(
    'keeps the order when one of the cases is edited',
    covers('TM-26'),
    async ({ testManagement, trackerApi, scene, build }) => {
      const { plan, testCase } = scene;
      const fields = { summary: build.summary('Edited since') };
      await trackerApi.editIssue({ issueIdOrKey: testCase.key, body: { fields } });

      const response = await testManagement.listTestCaseIds({ testPlanKey: plan.key });

      expect(response.data).toStrictEqual(plan.cases.map(({ id }) => id));
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
      expect(response.data.filter((id) => plan.cases.some((testCase) => testCase.id === id))).toStrictEqual([]);
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
    'lists a template of which one case of two is deleted',
    covers('TM-26', 'TM-27'),
    async ({ testManagement, trackerApi, orderedPlan }) => {
      const { plan, templates } = orderedPlan;
      const [first, second, third] = templates;
      await trackerApi.deleteIssue({ issueIdOrKey: at(plan.cases, 0).key });

      const cases = await testManagement.listTestCaseIds({ testPlanKey: plan.key });
      const response = await testManagement.listTestCaseTemplateIds({ testPlanKey: plan.key });

      failsFor('TM-26');
      expect(cases.data).toStrictEqual(plan.cases.slice(1).map(({ id }) => id));
      failsFor('TM-27');
      expect(response.data).toStrictEqual([first.id, third.id, second.id]);
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

  test(
    'lists with onlyActive=true what is active now: a template that was, one that is again',
    covers('TM-28'),
    async ({ testManagement, trackerApi, scene }) => {
      const { plan, template, otherTemplate } = scene;
      const request = { testPlanKey: plan.key, query: { onlyActive: 'true' } } as const;
      const listed = async () => (await testManagement.listTestCaseTemplateIds(request)).data;
      expect(await listed()).toStrictEqual([template.id, otherTemplate.id]);

      const { from } = await moveOn(trackerApi, template.key);
      expect(await listed()).toStrictEqual([otherTemplate.id]);

      await moveOn(trackerApi, template.key, from);
      expect(await listed()).toStrictEqual([template.id, otherTemplate.id]);
    },
  );

  const inactive = [
    { title: 'keeps inactive templates if onlyActive is left out', query: {} },
    { title: 'keeps inactive templates with onlyActive=false', query: { onlyActive: 'false' } },
  ] as const;

  for (const { title, query } of inactive) {
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
