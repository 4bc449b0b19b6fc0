import { stepsField } from '../../builders/index.js';
import { covers, describeEndpoint, expect, skipAsUnavailable } from '../../fixtures/index.js';
import type { SeenStepsRow, StepsRow } from '../../fixtures/index.js';
import { callOf } from '../support/attempts.js';
import { at } from '../support/values.js';
import { casesOnceMade } from './support/copies.js';
import { execute, EXECUTED_CELL, executedTexts } from './support/shown-parts.js';
import { moveApart, readIssue, sourcesOf } from './support/issues.js';
import { cellsOf, freshRows } from './support/rows.js';
import { test } from './support/scene.js';

test.describe(...describeEndpoint('copyPlan'), () => {
  for (const strategy of ['BY_TEST_CASE_TEMPLATES', undefined] as const) {
    const said = strategy ?? 'no strategy';

    test(
      `makes cases of the templates as they are now with ${said}`,
      covers('TM-20'),
      async ({ copyPlan, trackerApi, scene, testPlans, build }) => {
        const { project, plan, template } = scene;
        const rows = build.steps.for(project).group('New').steps(2).build();
        const fields = { summary: build.summary('Edited since'), ...stepsField(project, rows) };
        await trackerApi.editIssue({ issueIdOrKey: template.key, body: { fields } });

        const { plans } = await copyPlan({ project, plan, ...(strategy && { by: strategy }) });

        const testCase = at(await testPlans.casesOf(at(plans, 0)), 0);
        const table = await scene.stepsOf(testCase);
        expect(table).toHaveSteps(freshRows(rows, project, table));
        expect((await readIssue(trackerApi, testCase.key)).fields['summary']).toBe(build.summary('Edited since'));
      },
    );

    test(
      `takes over nothing of the execution of a case with ${said}`,
      covers('TM-20'),
      async ({ copyPlan, testManagement, scene, testPlans }) => {
        const { project, plan, template, testCase } = scene;
        await execute(testManagement, project, testCase);

        const { plans } = await copyPlan({ project, plan, ...(strategy && { by: strategy }) });

        const copied = at(await testPlans.casesOf(at(plans, 0)), 0);
        const table = await scene.stepsOf(copied);
        expect(table).toHaveSteps(freshRows(template.rows, project, table, executedTexts(project)));
      },
    );
  }

  for (const async of [false, true]) {
    test(
      `makes cases of the cases of the plan with BY_TEST_CASES and async ${async}, whatever became of their templates`,
      covers('TM-21'),
      async ({ copyPlan, testManagement, trackerApi, tracker, scene, testPlans, build }) => {
        const { project, plan, template, testCase } = scene;
        const rows = build.steps.for(project).group('In the template').steps(1).build();
        const fields = stepsField(project, rows);
        await trackerApi.editIssue({ issueIdOrKey: template.key, body: { fields } });
        await trackerApi.editIssue({
          issueIdOrKey: testCase.key,
          body: { fields: { summary: build.summary('Edited in the case') } },
        });
        await execute(testManagement, project, testCase);
        const source = cellsOf(await scene.stepsOf(testCase));

        const { plans } = await copyPlan({ project, plan, by: 'BY_TEST_CASES', async });

        const copied = at(await casesOnceMade(testPlans, tracker, at(plans, 0), 2), 0);
        expect(await scene.stepsOf(copied)).toHaveSteps(source);
        expect(at(source, 1).cells[0]).toBe(EXECUTED_CELL);
        expect((await readIssue(trackerApi, copied.key)).fields['summary']).toBe(build.summary('Edited in the case'));
      },
    );
  }

  test(
    'makes cases without steps of a template whose steps were taken away',
    covers('TM-20'),
    async ({ copyPlan, trackerApi, scene, testPlans }) => {
      const { project, plan, template } = scene;
      const fields = stepsField(project, []);
      const edited = await trackerApi.editIssue({ issueIdOrKey: template.key, body: { fields } });
      skipAsUnavailable(!edited.ok, `${callOf(edited)} takes no Steps without rows.`);

      const { plans } = await copyPlan({ project, plan });

      expect(await scene.stepsOf(at(await testPlans.casesOf(at(plans, 0)), 0))).toHaveSteps([]);
    },
  );

  for (const [by, rule] of [
    ['BY_TEST_CASE_TEMPLATES', 'TM-20'],
    ['BY_TEST_CASES', 'TM-21'],
  ] as const) {
    test(
      `takes every case, whatever status it is in, with ${by}`,
      covers('TM-23', rule),
      async ({ copyPlan, trackerApi, orderedPlan, testPlans }) => {
        const { project, plan } = orderedPlan;
        await moveApart(trackerApi, plan.cases);

        const { plans } = await copyPlan({ project, plan, by });

        const cases = await testPlans.casesOf(at(plans, 0));
        const made = await sourcesOf(trackerApi, project, cases, by);
        expect(made).toStrictEqual(await sourcesOf(trackerApi, project, plan.cases, by));
      },
    );
  }

  test(
    'makes cases that share nothing with those they were copied from',
    covers('TM-21', 'TM-01'),
    async ({ copyPlan, testManagement, scene, testPlans }) => {
      const { project, plan, testCase } = scene;
      const before = await scene.stepsOf(testCase);
      const { plans } = await copyPlan({ project, plan, by: 'BY_TEST_CASES' });
      const copied = at(await testPlans.casesOf(at(plans, 0)), 0);

      await execute(testManagement, project, copied);

      expect(await scene.stepsOf(testCase)).toStrictEqual(before);
    },
  );

  test(
    'copies a case that names no template with BY_TEST_CASES',
    covers('TM-21'),
    async ({ copyPlan, trackerApi, testManagementProjects, testPlans, stepsTables, build }) => {
      const project = await testManagementProjects.provide();
      const plan = await testPlans.provide(project);
      const rows = build.steps.for(project).steps(2).build();
      await trackerApi.createIssue({ body: build.testCase.in(project).of(plan).withSteps(rows).build() });

      const { plans } = await copyPlan({ project, plan, by: 'BY_TEST_CASES' });

      const cases = await testPlans.casesOf(at(plans, 0));
      expect(cases).toHaveLength(1);
      const table = await stepsTables.of(project, at(cases, 0));
      expect(table).toHaveSteps(freshRows(rows, project, table));
    },
  );

  for (const [by, rule] of [
    ['BY_TEST_CASE_TEMPLATES', 'TM-20'],
    ['BY_TEST_CASES', 'TM-21'],
  ] as const) {
    test(
      `makes a row of each row in a project with another number of columns with ${by}`,
      covers('TM-19', rule),
      async ({ copyPlan, scene, testManagementProjects, testPlans, stepsTables }) => {
        const { project, plan, template } = scene;
        const other = await testManagementProjects.provide({ columnCountUnlike: project });

        const { plans } = await copyPlan({ project, plan, into: [other], by });

        const table = await stepsTables.of(other, at(await testPlans.casesOf(at(plans, 0)), 0));
        // No document says what becomes of the cells of a step. Those that it has are of its own row.
        const shapeOf = (rows: readonly (StepsRow | SeenStepsRow)[]) =>
          rows.map(({ isGroup, cells }, index) => ({
            isGroup,
            name: isGroup ? cells : undefined,
            ofOtherRows: cells.filter(
              (cell) =>
                template.rows[index]?.cells.includes(cell) !== true &&
                template.rows.some((row) => row.cells.includes(cell)),
            ),
          }));
        expect(shapeOf(table)).toStrictEqual(shapeOf(template.rows));
      },
    );
  }
});
