import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import type { ExpectedStepsRow, ProvidedTestProject, StepsChanges } from '../../fixtures/index.js';
import { stepsCalls } from './support/calls.js';
import type { StepsCall } from './support/calls.js';
import { notReadBack } from './support/is-read-back.js';
import { sameRows, stepsIn, withStep } from './support/rows.js';
import { test } from './support/test.js';

for (const call of stepsCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'succeeds with the status and the body it is assumed to',
      covers('TM-N05'),
      async ({ testManagement, scene, stepsTables, observe }) => {
        const { project, testCase } = scene;

        const response = await call.send(testManagement, project, { issueId: testCase.id, rowIndex: 1 });

        const changed = stepsIn(await stepsTables.of(project, testCase))[1];
        const rows = (response.json as Readonly<Record<string, unknown>> | undefined)?.[project.rowsProperty];
        expect(response).toFitContract();
        expect([undefined, [changed]]).toContainEqual(rows);
        observe('TM-N05', { status: response.status, body: rows === undefined ? 'empty' : 'changed rows' });
      },
    );
  });
}

for (const call of stepsCalls.filter(({ inBody }) => inBody)) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'takes issueId and rowIndex as numeric text as it is assumed to',
      covers('TM-N13'),
      async ({ testManagement, scene, stepsTables, isShown, observe }) => {
        test.skip(!(await isShown(call.shows)), notReadBack(call.shows));
        const { project, testCase } = scene;
        const asText = { issueId: String(testCase.id), rowIndex: '1' };

        const changes = await stepsTables.changesBy(project, testCase, () =>
          call.send(testManagement, project, asText),
        );

        observe('TM-N13', changes.response.ok ? 'accepted' : 'refused');
        expect(changes).toHaveChangedSteps(rowsAfter(call, changes, project));
      },
    );
  });
}

/** The rows after a call on the second step: changed where the call was taken, else as they were. */
function rowsAfter(call: StepsCall, changes: StepsChanges, project: ProvidedTestProject): ExpectedStepsRow[] {
  const rows = sameRows(changes.before);
  return changes.response.ok ? withStep(rows, 1, (row) => call.effect(row, project)) : rows;
}
