import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { execute } from './support/executed-case.js';
import { executionParts } from './support/is-read-back.js';
import { at } from '../support/at.js';
import { named, readIssue } from './support/read-issue.js';
import { copiedPlans } from './support/results.js';
import { freshRows, newStatuses, stepsIn } from './support/rows.js';
import { test } from './support/test.js';

test.describe(...describeEndpoint('copyPlan'), () => {
  for (const strategy of ['BY_TEST_CASE_TEMPLATES', undefined] as const) {
    const said = strategy ?? 'no strategy';

    test(
      `makes cases of the templates as they are now with ${said}`,
      covers('TM-20'),
      async ({ testManagement, issues, scene, testPlans, stepsTables, build }) => {
        const { project, plan, template } = scene;
        const rows = build.steps.for(project).group('New').steps(2).build();
        const fields = {
          summary: build.summary('Edited since'),
          [project.fields.steps]: { [project.rowsProperty]: rows },
        };
        await issues.editIssue({ issueIdOrKey: template.key, body: { fields } });
        const copying = build.copyPlan.of(plan);
        const body = (strategy === undefined ? copying : copying.by(strategy)).build();

        const response = await testManagement.copyPlan({ body });

        const testCase = at(await testPlans.casesOf(at(await copiedPlans(issues, response), 0)), 0);
        expect(await stepsTables.of(project, testCase)).toHaveSteps(freshRows(rows, project));
        expect((await readIssue(issues, testCase.key)).fields['summary']).toBe(build.summary('Edited since'));
      },
    );

    test(
      `takes over nothing of the execution of a case with ${said}`,
      covers('TM-20'),
      async ({ testManagement, issues, scene, testPlans, stepsTables, build }) => {
        const { project, plan, template, testCase } = scene;
        await execute(testManagement, project, testCase);
        const copying = build.copyPlan.of(plan);
        const body = (strategy === undefined ? copying : copying.by(strategy)).build();

        const response = await testManagement.copyPlan({ body });

        const copied = at(await testPlans.casesOf(at(await copiedPlans(issues, response), 0)), 0);
        expect(await stepsTables.of(project, copied)).toHaveSteps(freshRows(template.rows, project));
      },
    );
  }

  test(
    'makes cases of the cases of the plan with BY_TEST_CASES, whatever became of their templates',
    covers('TM-21'),
    async ({ testManagement, issues, scene, testPlans, stepsTables, build }) => {
      const { project, plan, template, testCase } = scene;
      const rows = build.steps.for(project).group('In the template').steps(1).build();
      const fields = { [project.fields.steps]: { [project.rowsProperty]: rows } };
      await issues.editIssue({ issueIdOrKey: template.key, body: { fields } });
      await issues.editIssue({
        issueIdOrKey: testCase.key,
        body: { fields: { summary: build.summary('Edited in the case') } },
      });
      await execute(testManagement, project, testCase);
      const source = (await stepsTables.of(project, testCase)).map(({ isGroup, cells }) => ({ isGroup, cells }));

      const response = await testManagement.copyPlan({ body: build.copyPlan.of(plan).by('BY_TEST_CASES').build() });

      const copied = at(await testPlans.casesOf(at(await copiedPlans(issues, response), 0)), 0);
      expect(await stepsTables.of(project, copied)).toHaveSteps(source);
      expect(at(source, 1).cells[0]).toBe('Changed in the case');
      expect((await readIssue(issues, copied.key)).fields['summary']).toBe(build.summary('Edited in the case'));
    },
  );

  test(
    'copies a case that names no template with BY_TEST_CASES',
    covers('TM-21'),
    async ({ testManagement, issues, testProjects, testPlans, stepsTables, build }) => {
      const project = await testProjects.provide();
      const plan = await testPlans.provide(project);
      const rows = build.steps.for(project).steps(2).build();
      await issues.createIssue({ body: build.testCase.in(project).of(plan).withSteps(rows).build() });

      const response = await testManagement.copyPlan({ body: build.copyPlan.of(plan).by('BY_TEST_CASES').build() });

      const cases = await testPlans.casesOf(at(await copiedPlans(issues, response), 0));
      expect(cases).toHaveLength(1);
      expect(await stepsTables.of(project, at(cases, 0))).toHaveSteps(freshRows(rows, project));
    },
  );

  test(
    'names in a case that is copied from a case the template of that case',
    covers('TM-21'),
    async ({ testManagement, issues, scene, testPlans, build }) => {
      const { project, plan, template } = scene;

      const response = await testManagement.copyPlan({ body: build.copyPlan.of(plan).by('BY_TEST_CASES').build() });

      const copy = at(await copiedPlans(issues, response), 0);
      const created = await readIssue(issues, at(await testPlans.casesOf(copy), 0).key);
      expect(created.fields[project.fields.testCaseTemplate]).toBe(template.key);
      expect(named(created, 'parent', 'key')).toBe(copy.key);
    },
  );

  test(
    'keeps what it is assumed to of the execution of a case with BY_TEST_CASES',
    covers('TM-N15'),
    async ({ testManagement, issues, scene, testPlans, stepsTables, build, assumptions, observe }) => {
      const { project, plan, testCase } = scene;
      await execute(testManagement, project, testCase);

      const response = await testManagement.copyPlan({ body: build.copyPlan.of(plan).by('BY_TEST_CASES').build() });

      const copied = at(await testPlans.casesOf(at(await copiedPlans(issues, response), 0)), 0);
      const step = at(stepsIn(await stepsTables.of(project, copied)), 0);
      const isKept = {
        statuses: step.status?.name === at(newStatuses(project), -1),
        comments: (step.comments ?? []).length > 0,
        attachments: (step.attachments ?? []).length > 0,
      };
      const unseen = executionParts.filter((part) => !(part in step));
      test.skip(unseen.length > 0, `Steps do not read back with their ${unseen.join(', ')} (TM-N02).`);
      const parts = [...new Set([...assumptions['TM-N15'], 'statuses', 'comments', 'attachments'] as const)];
      observe(
        'TM-N15',
        parts.filter((part) => isKept[part]),
      );
    },
  );

  test(
    'treats an inactive template as it is assumed to',
    covers('TM-N12'),
    async ({ testManagement, issues, scene, testPlans, testCaseTemplates, build, observe }) => {
      const { plan, template } = scene;
      await testCaseTemplates.deactivate(template);

      const response = await testManagement.copyPlan({ body: build.copyPlan.of(plan).build() });

      const { length } = await testPlans.casesOf(at(await copiedPlans(issues, response), 0));
      observe('TM-N12', { copy: length === 2 ? 'created' : 'left out' });
    },
  );
});
