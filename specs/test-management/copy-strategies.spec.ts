import { stepsField } from '../../builders/index.js';
import { covers, describeEndpoint, expect, failsFor, skipAsUnavailable } from '../../fixtures/index.js';
import type { ProvidedIssue, SeenStepsRow, StepsRow, TestFixtures } from '../../fixtures/index.js';
import { callOf } from '../support/attempts.js';
import { at } from '../support/values.js';
import { casesOnceMade } from './support/copies.js';
import { execute, EXECUTED_CELL, executedTexts } from './support/shown-parts.js';
import { moveThroughAll, readIssue, sourcesOf } from './support/issues.js';
import { awkwardRows, cellsOf, freshRows } from './support/rows.js';
import { test } from './support/scene.js';

test.describe(...describeEndpoint('copyPlan'), () => {
  for (const strategy of ['BY_TEST_CASE_TEMPLATES', undefined] as const) {
    const said = strategy ?? 'no strategy';

    test(
      `makes cases of the templates as they are now with ${said}`,
      covers('TM-20'),
      async ({ copyPlan, trackerApi, scene, testPlans, build }) => {
        const { project, plan, template } = scene;
        const fields = { summary: build.summary('Edited since'), ...stepsField(project, awkwardRows(project)) };
        await trackerApi.editIssue({ issueIdOrKey: template.key, body: { fields } });
        const rows = cellsOf(await scene.stepsOf(template));

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
        expect(at(source, 0).cells[0]).toBe(EXECUTED_CELL);
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
      `takes every case that is left, whatever status it and the plan are in, with ${by}`,
      covers('TM-23', rule),
      async ({ copyPlan, trackerApi, scene, testPlans }) => {
        const { project, template, otherTemplate } = scene;
        const templates = [template, otherTemplate, template, otherTemplate, template, template];
        const plan = await testPlans.provide(project, { templates });
        await trackerApi.deleteIssue({ issueIdOrKey: at(plan.cases, 1).key });
        const left = plan.cases.filter((_case, index) => index !== 1);
        await moveApart(trackerApi, left);
        await moveThroughAll(trackerApi, plan.key);

        const { plans } = await copyPlan({ project, plan, by });

        const cases = await testPlans.casesOf(at(plans, 0));
        const made = await sourcesOf(trackerApi, project, cases, by);
        expect(made).toStrictEqual(await sourcesOf(trackerApi, project, left, by));
      },
    );
  }

  test(
    'copies cases whose template is deleted, without a template, and without Steps with BY_TEST_CASES',
    covers('TM-21', 'TM-06', 'TM-26'),
    async ({
      copyPlan,
      testManagement,
      trackerApi,
      testManagementProjects,
      testCaseTemplates,
      testPlans,
      stepsTables,
      build,
    }) => {
      const project = await testManagementProjects.provide();
      const rows = build.steps.for(project).steps(2).build();
      const template = await testCaseTemplates.provide(project, rows);
      const plan = await testPlans.provide(project, { templates: [template] });
      const body = build.testCase.in(project).of(plan);
      const { data: alone } = await trackerApi.createIssue({ body: body.withSteps(rows).build() });
      const { data: withoutSteps } = await trackerApi.createIssue({ body: body.build() });
      await trackerApi.deleteIssue({ issueIdOrKey: template.key });
      const { status } = await trackerApi.getIssue({ issueIdOrKey: at(plan.cases, 0).key });
      skipAsUnavailable(status === 404, 'The cases of a template are deleted with it.');
      const cell = { issueId: Number(alone.id), rowIndex: 0, columnIndex: 0, cellValue: 'Of no template' };
      await testManagement.setStepCell({ body: cell });
      const tablesOf = async (cases: readonly Pick<ProvidedIssue, 'key'>[]) => {
        const tables = await Promise.all(cases.map((one) => stepsTables.of(project, one)));
        return tables.map((table) => cellsOf(table));
      };

      failsFor('TM-26');
      const listed = await testManagement.listTestCaseIds({ testPlanKey: plan.key });
      expect(listed.data).toStrictEqual([at(plan.cases, 0), alone, withoutSteps].map(({ id }) => Number(id)));
      failsFor('TM-06');
      const tables = await tablesOf([at(plan.cases, 0), alone, withoutSteps]);
      expect(tables[1]?.[0]?.cells[0]).toBe('Of no template');
      failsFor('TM-21');
      const { plans } = await copyPlan({ project, plan, by: 'BY_TEST_CASES' });
      const copied = await testPlans.casesOf(at(plans, 0));
      expect(copied).toHaveLength(tables.length);
      for (const [index, rows] of tables.entries()) {
        const table = await stepsTables.of(project, at(copied, index));
        expect(table).toHaveSteps(freshRows(rows, project, table));
      }
    },
  );

  for (const [by, rule] of [
    ['BY_TEST_CASE_TEMPLATES', 'TM-20'],
    ['BY_TEST_CASES', 'TM-21'],
  ] as const) {
    test(
      `makes a row of each row in a project with another number of columns with ${by}`,
      covers('TM-19'),
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
        failsFor(rule);
        expect(shapeOf(table)).toStrictEqual(shapeOf(template.rows));
      },
    );
  }
});

/** How many statuses an issue passes through at most on its way to one that no other issue has. */
const WAY = 4;

/** Moves issues apart: each to a status that none before has, as far as transitions lead there. */
async function moveApart(
  trackerApi: TestFixtures['trackerApi'],
  issues: readonly Pick<ProvidedIssue, 'key'>[],
): Promise<void> {
  const met = new Set<string>();
  for (const { key: issueIdOrKey } of issues) {
    for (let passed = 0; passed < WAY; passed += 1) {
      const { transitions } = (await trackerApi.listTransitions({ issueIdOrKey })).data;
      const next = transitions.find(({ to }) => !met.has(to.name)) ?? transitions[passed % transitions.length];
      if (next === undefined) break;
      await trackerApi.transitionIssue({ issueIdOrKey, body: { transition: { id: next.id } } });
      const isNew = !met.has(next.to.name);
      met.add(next.to.name);
      if (isNew) break;
    }
  }
}
