import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { effectOf, stepsCalls } from './support/calls.js';
import { stepsIn } from './support/rows.js';
import { test } from './support/test.js';
import { propertyOf } from '../support/json.js';

for (const call of stepsCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'succeeds with the status and the body it is assumed to',
      covers('TM-N05'),
      async ({ testManagement, scene, stepsTables, observe }) => {
        const { project, testCase } = scene;

        const response = await call.send(testManagement, project, { issueId: testCase.id, rowIndex: 1 });

        const changed = stepsIn(await stepsTables.of(project, testCase))[1];
        const rows = propertyOf(response.json, project.rowsProperty);
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
      async ({ testManagement, scene, stepsTables, needsReadBack, observe }) => {
        await needsReadBack(call.shows);
        const { project, testCase } = scene;
        const asText = { issueId: String(testCase.id), rowIndex: '1' };

        const changes = await stepsTables.changesBy(project, testCase, () =>
          call.send(testManagement, project, asText),
        );

        observe('TM-N13', changes.response.ok ? 'accepted' : 'refused');
        expect(changes).toHaveChangedOnly({ changed: changes.response.ok ? [effectOf(call, scene, 1)] : [] });
      },
    );
  });
}
