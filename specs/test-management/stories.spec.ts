import { stepsField } from '../../builders/index.js';
import { covers, expect } from '../../fixtures/index.js';
import type { Issue } from '../../fixtures/index.js';
import { fileOf, keysOf, moveOn, named, namedIn, readIssue, templateKeyOf, templateKeysOf } from './support/issues.js';
import { executionParts, skipUnlessShown } from './support/shown-parts.js';
import { test } from './support/scene.js';
import { at } from '../support/values.js';
import { test as previousTest } from './support/previous-test.js';
import { freshRows, newStatuses } from './support/rows.js';

test.describe('a release', () => {
  test(
    'a tester writes a template, adds it to two plans, runs a case of one, and the other stays untouched',
    covers('TM-11', 'TM-29', 'TM-30', 'TM-01', 'TM-05', 'TM-07'),
    async ({ testManagement, trackerApi, testManagementProjects, testPlans, stepsTables, build, shownOf }) => {
      const project = await testManagementProjects.provide();
      const rows = build.steps.for(project).group('Log in').step('Open the form').step('Send it').build();
      const body = build.testCaseTemplate.in(project).withSteps(rows).build();
      const template = (await trackerApi.createIssue({ body })).data;
      const [smoke, regression] = [await testPlans.provide(project), await testPlans.provide(project)];
      const added = await testManagement.addTestCaseTemplates({
        body: build.addTestCaseTemplates.to(smoke, regression).templates(template).async(false).build(),
      });
      const testCase = at(await testPlans.casesOf(smoke), 0);
      const untouched = at(await testPlans.casesOf(regression), 0);
      expect(namedIn(added, [testCase, untouched])).toStrictEqual(keysOf([testCase, untouched]));
      skipUnlessShown(executionParts, await shownOf(project, testCase));
      const [passed, failed] = [at(newStatuses(project), 0), at(newStatuses(project), -1)];
      const second = { issueId: testCase.id, rowIndex: 1 };
      await testManagement.setStepStatus({ body: { issueId: testCase.id, rowIndex: 0, status: passed } });
      await testManagement.setStepStatus({ body: { ...second, status: failed } });
      await testManagement.addStepComment({ body: { ...second, comment: 'It stays on the form.' } });
      await testManagement.addStepAttachments({
        query: { issueId: String(testCase.id), rowIndex: '1' },
        files: [fileOf('form.png'), fileOf('console.log')],
      });

      const executed = { comments: ['It stays on the form.'], attachments: ['console.log', 'form.png'] };
      const written = [...executed.comments, ...executed.attachments];
      expect(await stepsTables.of(project, testCase)).toHaveSteps([
        at(rows, 0),
        { ...at(rows, 1), status: passed, lacks: written },
        { ...at(rows, 2), status: failed, ...executed },
      ]);
      const table = await stepsTables.of(project, untouched);
      expect(table).toHaveSteps(freshRows(rows, project, table, written));
    },
  );

  test(
    'the plan of a release is copied for the next one: same order, the templates as they are by then, all steps open',
    covers('TM-20', 'TM-23', 'TM-27'),
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
      const login = await testCaseTemplates.provide(project);
      const search = await testCaseTemplates.provide(project);
      const plan = await testPlans.provide(project, { templates: [search, login, search] });
      const run = at(plan.cases, 0);
      await testManagement.setStepStatus({
        body: { issueId: run.id, rowIndex: 0, status: at(newStatuses(project), -1) },
      });
      const rows = build.steps.for(project).group('Search').steps(3).build();
      const fields = stepsField(project, rows);
      await trackerApi.editIssue({ issueIdOrKey: search.key, body: { fields } });

      const { plans } = await copyPlan({ project, plan });

      const copy = at(plans, 0);
      const cases = await testPlans.casesOf(copy);
      expect(await templateKeysOf(trackerApi, project, cases)).toStrictEqual([search.key, login.key, search.key]);
      const templateIds = await testManagement.listTestCaseTemplateIds({ testPlanKey: copy.key });
      expect(templateIds.data).toStrictEqual([search.id, login.id]);
      const searching = await stepsTables.of(project, at(cases, 0));
      expect(searching).toHaveSteps(freshRows(rows, project, searching));
      const loggingIn = await stepsTables.of(project, at(cases, 1));
      expect(loggingIn).toHaveSteps(freshRows(login.rows, project, loggingIn));
    },
  );

  previousTest(
    'a robot finds the cases of a plan by their templates, moves each and comments on it',
    covers('TM-26', 'TM-34', 'TM-35'),
    async ({ previousApi, trackerApi, testManagementProjects, testCaseTemplates, testPlans }) => {
      const project = await testManagementProjects.provide();
      const template = await testCaseTemplates.provide(project);
      const plan = await testPlans.provide(project, {
        templates: [template, await testCaseTemplates.provide(project)],
      });
      const listed = await previousApi.listTestCaseIds({ testPlanKey: plan.key });
      const ids = listed.data;
      const found = await Promise.all(ids.map((id) => readIssue(trackerApi, id)));
      const isMine = (issue: Issue) => templateKeyOf(issue, project) === template.key;
      const [mine, untouched] = [found.filter(isMine), found.filter((issue) => !isMine(issue))];
      const issueIdOrKey = at(mine, 0).key;

      const { from, to } = await moveOn(trackerApi, issueIdOrKey);
      await trackerApi.addComment({ issueIdOrKey, body: { body: 'Run by a robot.' } });

      expect(named(await readIssue(trackerApi, issueIdOrKey), 'status', 'name')).toBe(to);
      const { comments } = (await trackerApi.listComments({ issueIdOrKey })).data;
      expect(comments.map(({ body }) => body)).toStrictEqual(['Run by a robot.']);
      expect(named(await readIssue(trackerApi, at(untouched, 0).key), 'status', 'name')).toBe(from);
    },
  );
});
