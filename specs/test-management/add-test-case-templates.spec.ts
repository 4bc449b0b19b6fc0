import { stepsField } from '../../builders/index.js';
import { covers, describeEndpoint, expect, failsFor } from '../../fixtures/index.js';
import type { ProvidedIssue } from '../../fixtures/index.js';
import { answered } from '../support/attempts.js';
import { at, inOrder } from '../support/values.js';
import {
  keysOf,
  messageIn,
  named,
  namedIn,
  readIssue,
  subtaskKeysOf,
  templateKeysOf,
  UNTIL_CREATED,
} from './support/issues.js';
import { awkwardRows, cellsOf, freshRows } from './support/rows.js';
import { test } from './support/scene.js';

test.describe(...describeEndpoint('addTestCaseTemplates'), () => {
  test(
    'creates a case in each plan for each template, which is active in a plan of another project too',
    covers('TM-29', 'TM-28'),
    async ({ testManagement, trackerApi, scene, testManagementProjects, testPlans, build }) => {
      const { project, template, otherTemplate } = scene;
      const other = await testManagementProjects.provide({ otherThan: project });
      const plans = [];
      for (const each of [project, other, project]) plans.push(await testPlans.provide(each));
      const adding = build.addTestCaseTemplates.to(...plans).templates(otherTemplate, template);

      const response = await testManagement.addTestCaseTemplates({ body: adding.async(false).build() });

      expect(response).toSucceed();
      for (const plan of plans) {
        const keys = await templateKeysOf(trackerApi, project, await testPlans.casesOf(plan));
        failsFor('TM-29');
        expect(keys.toSorted()).toStrictEqual(keysOf([otherTemplate, template]));
        failsFor('TM-28');
        const active = { testPlanKey: plan.key, query: { onlyActive: 'true' } } as const;
        const { data } = await testManagement.listTestCaseTemplateIds(active);
        expect(inOrder(data)).toStrictEqual(inOrder([otherTemplate.id, template.id]));
      }
    },
  );

  test(
    'makes a case of the plan with the steps of the template as they are now',
    covers('TM-29'),
    async ({ testManagement, trackerApi, scene, testPlans, build }) => {
      const { project, template } = scene;
      const plan = await testPlans.provide(project);
      const fields = stepsField(project, awkwardRows(project));
      await trackerApi.editIssue({ issueIdOrKey: template.key, body: { fields } });
      const rows = cellsOf(await scene.stepsOf(template));

      await testManagement.addTestCaseTemplates({
        body: build.addTestCaseTemplates.to(plan).templates(template).async(false).build(),
      });

      const testCase = at(await testPlans.casesOf(plan), 0);
      const created = await readIssue(trackerApi, testCase.key);
      expect(named(created, 'parent', 'key')).toBe(plan.key);
      expect(named(created, 'issuetype', 'id')).toBe(String(project.issueTypes.testCase.id));
      const table = await scene.stepsOf(testCase);
      expect(table).toHaveSteps(freshRows(rows, project, table));
    },
  );

  test(
    'adds to the cases that a plan and a copy of it have',
    covers('TM-29'),
    async ({ testManagement, copyPlan, trackerApi, scene, testPlans, build }) => {
      const { project, plan, template, otherTemplate } = scene;
      const summary = build.summary('Two templates of one name, one of them without steps');
      const named = build.testCaseTemplate.in(project).withFields({ summary });
      const steps = build.steps.for(project).steps(1).build();
      const further = [
        (await trackerApi.createIssue({ body: named.withSteps(steps).build() })).data,
        (await trackerApi.createIssue({ body: named.build() })).data,
      ];
      const copy = at((await copyPlan({ project, plan })).plans, 0);

      await testManagement.addTestCaseTemplates({
        body: build.addTestCaseTemplates
          .to(plan, copy)
          .templates(...further)
          .async(false)
          .build(),
      });

      for (const one of [plan, copy]) {
        const cases = await testPlans.casesOf(one);
        const keys = await templateKeysOf(trackerApi, project, cases);
        expect(keys.toSorted()).toStrictEqual(keysOf([template, otherTemplate, ...further]));
        expect(await subtaskKeysOf(trackerApi, one, cases)).toStrictEqual(cases.map(({ key }) => key));
      }
      expect(keysOf(await testPlans.casesOf(plan))).toStrictEqual(expect.arrayContaining(keysOf(plan.cases)));
    },
  );

  test(
    'answers with the created keys of every plan with async false',
    covers('TM-30'),
    async ({ testManagement, testManagementProjects, testPlans, testCaseTemplates, build }) => {
      const project = await testManagementProjects.provide();
      const templates = await testCaseTemplates.provideMany(project, 13);
      const [first, second] = [await testPlans.provide(project), await testPlans.provide(project)];
      const body = build.addTestCaseTemplates
        .to(first, second)
        .templates(...templates)
        .async(false)
        .build();

      const response = await testManagement.addTestCaseTemplates({ body });

      const cases = [...(await testPlans.casesOf(first)), ...(await testPlans.casesOf(second))];
      expect(cases).toHaveLength(26);
      expect(namedIn(response, cases)).toStrictEqual(keysOf(cases));
    },
  );

  test(
    'answers without keys with async true, and creates the cases',
    covers('TM-32'),
    async ({ testManagement, trackerApi, scene, testPlans, build }) => {
      const { project, template, otherTemplate } = scene;
      const plans = [await testPlans.provide(project), await testPlans.provide(project)];
      const adding = build.addTestCaseTemplates.to(...plans).templates(otherTemplate, template);

      const response = await testManagement.addTestCaseTemplates({ body: adding.async(true).build() });

      expect(response).toSucceed();
      for (const plan of plans) {
        await expect.poll(() => testPlans.casesOf(plan), UNTIL_CREATED).toHaveLength(2);
        const cases = await testPlans.casesOf(plan);
        expect(namedIn(response, cases)).toStrictEqual([]);
        const keys = await templateKeysOf(trackerApi, project, cases);
        expect(keys.toSorted()).toStrictEqual(keysOf([otherTemplate, template]));
      }
    },
  );

  test.describe('without Create Issues', () => {
    test.use({ sceneProject: { plainUserCreates: false } });

    test(
      'creates nothing with async false, and says why',
      covers('TM-31'),
      async ({ testManagement, scene, users, build }) => {
        const { caller } = await users.providePlain();
        const body = build.addTestCaseTemplates.to(scene.plan).templates(scene.template).async(false).build();

        const changes = await scene.changesBy(() => testManagement.as(caller).addTestCaseTemplates({ body }));

        expect(messageIn(answered(changes.response)).text, 'the error message').not.toBe('');
        expect(changes).toHaveChangedNothing();
      },
    );

    for (const [where, others] of [
      ['', []],
      [' there, beside a plan in which the caller may', [{ plainUserCreates: true }]],
    ] as const) {
      test(
        `says nothing with async true, and creates nothing${where}`,
        covers('TM-33'),
        async ({ testManagement, tracker, trackerApi, scene, testManagementProjects, testPlans, users, build }) => {
          const { project, template, otherTemplate } = scene;
          const allowed: ProvidedIssue[] = [];
          for (const needs of others)
            allowed.push(await testPlans.provide(await testManagementProjects.provide(needs)));
          const plan = await testPlans.provide(project);
          const { caller } = await users.providePlain();
          const later = build.addTestCaseTemplates.async(true);

          const response = await testManagement.as(caller).addTestCaseTemplates({
            body: later
              .to(...allowed, plan)
              .templates(template)
              .build(),
          });
          await testManagement.addTestCaseTemplates({ body: later.to(plan).templates(otherTemplate).build() });

          expect(response).toSucceed();
          await expect.poll(() => testPlans.casesOf(plan), UNTIL_CREATED).not.toStrictEqual([]);
          tracker.admin?.finishWork();
          const keys = await templateKeysOf(trackerApi, project, await testPlans.casesOf(plan));
          expect(keys).toStrictEqual([otherTemplate.key]);
        },
      );
    }
  });
});
