import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { at } from '../support/at.js';
import { foreignStatus, freshRows, newStatuses } from './support/rows.js';
import { test } from './support/test.js';

test.describe(...describeEndpoint('setStepStatus'), () => {
  test.beforeEach(async ({ needsShown }) => {
    await needsShown('status');
  });

  test(
    'sets the status of one step and nothing else',
    covers('TM-01', 'TM-02'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, testCase } = scene;
      const status = at(newStatuses(project), -1);

      const changes = await stepsTables.changesBy(project, testCase, () =>
        testManagement.setStepStatus({ body: { issueId: testCase.id, rowIndex: 2, status } }),
      );

      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 2, status }] });
    },
  );

  test(
    'sets a step between two others, and leaves both as they were',
    covers('TM-01'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, testCase } = scene;
      const status = at(newStatuses(project), -1);

      const changes = await stepsTables.changesBy(project, testCase, () =>
        testManagement.setStepStatus({ body: { issueId: testCase.id, rowIndex: 1, status } }),
      );

      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 1, status }] });
    },
  );

  test('sets a step back to the default status', covers('TM-01'), async ({ testManagement, scene, stepsTables }) => {
    const { project, testCase } = scene;
    const place = { issueId: testCase.id, rowIndex: 0 };
    await testManagement.setStepStatus({ body: { ...place, status: at(newStatuses(project), -1) } });

    const changes = await stepsTables.changesBy(project, testCase, () =>
      testManagement.setStepStatus({ body: { ...place, status: project.defaultStatus } }),
    );

    expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 0, status: project.defaultStatus }] });
  });

  test(
    'leaves other cases of the plan as they are',
    covers('TM-01'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, otherTemplate, testCase, otherCase } = scene;

      await testManagement.setStepStatus({
        body: { issueId: testCase.id, rowIndex: 0, status: at(newStatuses(project), -1) },
      });

      const table = await stepsTables.of(project, otherCase);
      expect(table).toHaveSteps(freshRows(otherTemplate.rows, project, table));
    },
  );

  test(
    'takes in the other project the status that is refused here',
    covers('TM-03'),
    async ({ testManagement, scene, testProjects, testCaseTemplates, testPlans, stepsTables }) => {
      const other = await testProjects.provide({ unlike: scene.project });
      const template = await testCaseTemplates.provide(other);
      const { cases } = await testPlans.provide(other, { templates: [template] });
      const testCase = at(cases, 0);
      const status = foreignStatus(other, scene.project);

      const changes = await stepsTables.changesBy(other, testCase, () =>
        testManagement.setStepStatus({ body: { issueId: testCase.id, rowIndex: 1, status } }),
      );

      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 1, status }] });
    },
  );
});
