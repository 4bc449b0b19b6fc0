import { covers, describeEndpoint, expect, rowsIn } from '../../fixtures/index.js';
import type { ApiResponse } from '../../fixtures/index.js';
import { effectOf, stepsCalls } from './support/calls.js';
import { test } from './support/test.js';

for (const call of stepsCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'succeeds with the status and the body it is assumed to',
      covers('TM-N05'),
      async ({ testManagement, scene, observe }) => {
        const { project, testCase } = scene;

        const response = await call.send(testManagement, project, { issueId: testCase.id, rowIndex: 1 });

        expect(response).toSucceed();
        observe('TM-N05', { status: response.status, body: bodyOf(response) });
      },
    );
  });
}

for (const call of stepsCalls.filter(({ inBody }) => inBody)) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'takes issueId and rowIndex as numeric text as it is assumed to',
      covers('TM-N13'),
      async ({ testManagement, scene, stepsTables, needsShown, observe }) => {
        await needsShown(...call.shows);
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

/** The body of a steps call, in the terms of TM-N05. */
function bodyOf({ json }: ApiResponse): 'empty' | 'changed rows' {
  return rowsIn(json) === undefined ? 'empty' : 'changed rows';
}
