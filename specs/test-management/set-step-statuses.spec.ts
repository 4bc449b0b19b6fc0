import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { at } from '../support/at.js';
import { newStatuses } from './support/rows.js';
import { test } from './support/test.js';

test.describe(...describeEndpoint('setStepStatuses'), () => {
  test.beforeEach(async ({ needsShown }) => {
    await needsShown('status');
  });

  test(
    'sets several steps, each to its own status, and leaves those it does not name',
    covers('TM-04'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, testCase } = scene;
      const [first, last] = [at(newStatuses(project), 0), at(newStatuses(project), -1)];
      const rows = [
        { rowIndex: 0, status: first },
        { rowIndex: 2, status: last },
      ];

      const changes = await stepsTables.changesBy(project, testCase, () =>
        testManagement.setStepStatuses({ body: { issueId: testCase.id, rows } }),
      );

      expect(changes).toHaveChangedOnly({ changed: rows });
    },
  );

  test('takes the steps in any order', covers('TM-04', 'TM-02'), async ({ testManagement, scene, stepsTables }) => {
    const { project, testCase } = scene;
    const [some, other] = [at(newStatuses(project), 0), at(newStatuses(project), -1)];
    const rows = [
      { rowIndex: 2, status: some },
      { rowIndex: 1, status: other },
    ];

    const changes = await stepsTables.changesBy(project, testCase, () =>
      testManagement.setStepStatuses({ body: { issueId: testCase.id, rows } }),
    );

    expect(changes).toHaveChangedOnly({ changed: rows });
  });

  test(
    'keeps the status that a step was set to before',
    covers('TM-04'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, testCase } = scene;
      const [earlier, status] = [at(newStatuses(project), 0), at(newStatuses(project), -1)];
      await testManagement.setStepStatus({ body: { issueId: testCase.id, rowIndex: 1, status: earlier } });

      const changes = await stepsTables.changesBy(project, testCase, () =>
        testManagement.setStepStatuses({ body: { issueId: testCase.id, rows: [{ rowIndex: 0, status }] } }),
      );

      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 0, status }] });
    },
  );

  test('changes nothing if no step is named', covers('TM-04'), async ({ testManagement, scene, stepsTables }) => {
    const { project, testCase } = scene;

    const changes = await stepsTables.changesBy(project, testCase, () =>
      testManagement.setStepStatuses({ body: { issueId: testCase.id, rows: [] } }),
    );

    expect(changes).toHaveChangedNothing();
  });
});
