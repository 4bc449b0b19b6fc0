import { stepsField } from '../../builders/index.js';
import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import type { ProvidedTestProject } from '../../fixtures/index.js';
import { cellsOf } from './support/rows.js';
import { test } from './support/test.js';

/** Rows with a group that has a cell for each column, as some clients send it; and as they have to read back. */
function groupOfManyCells(project: ProvidedTestProject) {
  const { columns } = project;
  const step = { isGroup: false, cells: columns.map((column) => `A step: ${column}`) };
  const group = { isGroup: true, cells: ['A group', ...columns.map(() => '').slice(1), ''] };
  return {
    value: stepsField(project, [group, step]),
    readBack: [{ isGroup: true, cells: ['A group'] }, step],
  };
}

test.describe(...describeEndpoint('createIssue'), () => {
  test(
    'refuses a group with more cells than its name, or keeps its name alone, as it is assumed to',
    covers('TM-08', 'TM-N18'),
    async ({ issues, scene, stepsTables, testPlans, build, observe }) => {
      const { project, plan } = scene;
      const { value, readBack } = groupOfManyCells(project);

      const { ok } = await issues.createIssue({ body: build.testCase.in(project).of(plan).withFields(value).build() });

      const created = (await testPlans.casesOf(plan)).slice(plan.cases.length);
      const tables = await Promise.all(created.map((testCase) => stepsTables.of(project, testCase)));
      expect(tables.map((table) => cellsOf(table))).toEqual(ok ? [readBack] : []);
      observe('TM-N18', ok ? 'accepted' : 'refused');
    },
  );
});

test.describe(...describeEndpoint('editIssue'), () => {
  test(
    'refuses a group with more cells than its name, or keeps its name alone, as it is assumed to',
    covers('TM-08', 'TM-N18'),
    async ({ issues, scene, stepsTables, observe }) => {
      const { project, template } = scene;
      const { value: fields, readBack } = groupOfManyCells(project);

      const { ok } = await issues.editIssue({ issueIdOrKey: template.key, body: { fields } });

      expect(cellsOf(await stepsTables.of(project, template))).toEqual(ok ? readBack : template.rows);
      observe('TM-N18', ok ? 'accepted' : 'refused');
    },
  );
});
