import { invalidSteps } from '../../builders/index.js';
import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { at } from '../support/at.js';
import { readIssue } from './support/read-issue.js';
import { freshRows } from './support/rows.js';
import { test } from './support/test.js';

test.describe(...describeEndpoint('editIssue'), () => {
  test(
    'replaces the Steps of a template, all of them',
    covers('TM-13'),
    async ({ issues, scene, stepsTables, build }) => {
      const { project, template } = scene;
      const rows = build.steps.for(project).steps(1).group('Afterwards').steps(4).build();
      const fields = { [project.fields.steps]: { [project.rowsProperty]: rows } };

      const response = await issues.editIssue({ issueIdOrKey: template.key, body: { fields } });

      expect(response).toHaveStatus(204);
      expect(await stepsTables.of(project, template)).toHaveSteps(rows);
    },
  );

  test('replaces the Steps of a case by its id', covers('TM-13'), async ({ issues, scene, stepsTables, build }) => {
    const { project, testCase } = scene;
    const rows = build.steps.for(project).group().steps(1).build();
    const fields = { [project.fields.steps]: { [project.rowsProperty]: rows } };

    await issues.editIssue({ issueIdOrKey: String(testCase.id), body: { fields } });

    expect(await stepsTables.of(project, testCase)).toHaveSteps(freshRows(rows, project));
  });

  test(
    'leaves the cases of a template whose Steps are replaced as they are',
    covers('TM-13'),
    async ({ issues, scene, stepsTables, build }) => {
      const { project, template, testCase } = scene;
      const rows = build.steps.for(project).steps(1).build();
      const fields = { [project.fields.steps]: { [project.rowsProperty]: rows } };

      await issues.editIssue({ issueIdOrKey: template.key, body: { fields } });

      expect(await stepsTables.of(project, testCase)).toHaveSteps(freshRows(template.rows, project));
    },
  );

  test('replaces Preconditions', covers('TM-14'), async ({ issues, testProjects, build }) => {
    const project = await testProjects.provide({ preconditions: true });
    const body = build.testCaseTemplate.in(project).withPreconditions('Before').build();
    const { data } = await issues.createIssue({ body });
    const fields = { [project.fields.preconditions]: 'After\n*the* change – ñ' };

    const response = await issues.editIssue({ issueIdOrKey: data.key, body: { fields } });

    expect(response).toHaveStatus(204);
    const edited = await readIssue(issues, data.key);
    expect(edited.fields[project.fields.preconditions]).toBe('After\n*the* change – ñ');
  });

  test(
    'leaves Steps as they are if only Preconditions are replaced',
    covers('TM-14'),
    async ({ issues, testProjects, testCaseTemplates, stepsTables }) => {
      const project = await testProjects.provide({ preconditions: true });
      const template = await testCaseTemplates.provide(project);
      const fields = { [project.fields.preconditions]: 'New here' };

      await issues.editIssue({ issueIdOrKey: template.key, body: { fields } });

      expect(await stepsTables.of(project, template)).toHaveSteps(template.rows);
    },
  );

  for (const [index, { name }] of invalidSteps(3).entries()) {
    test(`refuses Steps that are ${name}, and changes nothing`, covers('TM-08', 'TM-09'), async ({ issues, scene }) => {
      const { project, testCase } = scene;
      const { rows } = at(invalidSteps(project.columns.length), index);
      const fields = { [project.fields.steps]: { [project.rowsProperty]: rows } };

      const changes = await scene.changesBy(() => issues.editIssue({ issueIdOrKey: testCase.key, body: { fields } }));

      expect(changes.response).toBeRefused(400, { withErrorBody: true });
      expect(changes.response.json).toMatchObject({
        errors: { [project.fields.steps]: expect.any(String) },
      });
      expect(changes).toHaveChangedNothing();
    });
  }
});
