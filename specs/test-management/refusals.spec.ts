import { malformedAdditions, malformedCopies, malformedStepCalls } from '../../builders/index.js';
import { covers, describeEndpoint } from '../../fixtures/index.js';
import { keysOf } from '../support/json.js';
import { refusedBodies, refuseEach, uselessCredentials } from '../support/refusals.js';
import { allCalls } from './support/calls.js';
import type { Scene } from './support/scene.js';
import { test } from './support/test.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'refuses a call without valid credentials, and changes nothing',
      covers('TM-N17'),
      async ({ testManagement, scene, callers, observe }) => {
        const refusals = await refuseEach(
          uselessCredentials,
          ({ caller }) => call.send(testManagement.as(callers[caller]), scene),
          (calls) => scene.changesBy(calls),
        );

        for (const refusal of refusals) observe('TM-N17', refusal);
      },
    );
  });
}

/** The bodies with a wrong structure for each endpoint, about data of a scene. */
const malformed = ({ testCase, plan, template }: Pick<Scene, 'testCase' | 'plan' | 'template'>) => ({
  ...malformedStepCalls(testCase.id),
  copyPlan: malformedCopies(plan.key),
  addTestCaseTemplates: malformedAdditions(plan.key, template.key),
});

const withBody = [...keysOf(malformedStepCalls(0)), 'copyPlan', 'addTestCaseTemplates'] as const;

for (const name of withBody) {
  test.describe(...describeEndpoint(name), () => {
    test(
      'refuses each body that is none, and changes nothing',
      covers('TM-N17'),
      async ({ testManagement, scene, observe }) => {
        const refusals = await refuseEach(
          refusedBodies(malformed(scene)[name]),
          ({ body }) => testManagement[name]({ body }),
          (calls) => scene.changesBy(calls),
        );

        for (const refusal of refusals) observe('TM-N17', refusal);
      },
    );
  });
}
