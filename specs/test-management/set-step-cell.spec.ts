import { awkwardCells } from '../../builders/index.js';
import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { at } from '../support/at.js';
import { stepsIn } from './support/rows.js';
import { test } from './support/test.js';

test.describe(...describeEndpoint('setStepCell'), () => {
  test(
    'sets the cell in the first column, whose index is 0, and no other',
    covers('TM-06'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, template, testCase } = scene;
      const body = { issueId: testCase.id, rowIndex: 1, columnIndex: 0, cellValue: 'Open the form' };

      const changes = await stepsTables.changesBy(project, testCase, () => testManagement.setStepCell({ body }));

      const { cells } = at(stepsIn(template.rows), 1);
      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 1, cells: cells.with(0, 'Open the form') }] });
    },
  );

  test(
    'sets the cell in the last column and no other',
    covers('TM-06'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, template, testCase } = scene;
      const columnIndex = project.columns.length - 1;
      const body = { issueId: testCase.id, rowIndex: 2, columnIndex, cellValue: 'It opens' };

      const changes = await stepsTables.changesBy(project, testCase, () => testManagement.setStepCell({ body }));

      const { cells } = at(stepsIn(template.rows), 2);
      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 2, cells: cells.with(-1, 'It opens') }] });
    },
  );

  test('leaves the template of the case as it is', covers('TM-06'), async ({ testManagement, scene, stepsTables }) => {
    const { project, template, testCase } = scene;
    const body = { issueId: testCase.id, rowIndex: 0, columnIndex: 0, cellValue: 'Only in the case' };

    await testManagement.setStepCell({ body });

    expect(await stepsTables.of(project, template)).toHaveSteps(template.rows);
  });

  test('edits a step of a template', covers('TM-06'), async ({ testManagement, scene, stepsTables }) => {
    const { project, template } = scene;
    const body = { issueId: template.id, rowIndex: 1, columnIndex: 1, cellValue: 'In the template' };

    const changes = await stepsTables.changesBy(project, template, () => testManagement.setStepCell({ body }));

    const { cells } = at(stepsIn(template.rows), 1);
    expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 1, cells: cells.with(1, 'In the template') }] });
  });

  for (const cellValue of awkwardCells) {
    test(
      `keeps every character of the cell ${JSON.stringify(cellValue)}`,
      covers('TM-06'),
      async ({ testManagement, scene, stepsTables }) => {
        const { project, template, testCase } = scene;
        const body = { issueId: testCase.id, rowIndex: 0, columnIndex: 1, cellValue };

        const changes = await stepsTables.changesBy(project, testCase, () => testManagement.setStepCell({ body }));

        const { cells } = at(stepsIn(template.rows), 0);
        expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 0, cells: cells.with(1, cellValue) }] });
      },
    );
  }
});
