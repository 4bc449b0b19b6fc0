import { malformedAdditions, malformedCopies, malformedStepCalls } from '../../builders/index.js';
import { covers, describeEndpoint } from '../../fixtures/index.js';
import { keysOf } from '../support/json.js';
import { observeRefusals, refusedBodies, tryEach, uselessCredentials } from '../support/refusals.js';
import { allCalls } from './support/calls.js';
import type { Scene } from './support/scene.js';
import { test } from './support/test.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'takes a call without valid credentials as it is assumed to',
      covers('TM-N17'),
      async ({ testManagement, scene, callers, observe }) => {
        const answers = await tryEach(
          uselessCredentials,
          ({ caller }) => call.send(testManagement.as(callers[caller]), scene),
          (calls) => scene.changesBy(calls),
        );

        observeRefusals(observe, 'TM-N17', answers);
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
      'takes each body that is none as it is assumed to',
      covers('TM-N17'),
      async ({ testManagement, scene, observe }) => {
        const answers = await tryEach(
          refusedBodies(malformed(scene)[name]),
          ({ body }) => testManagement[name]({ body }),
          (calls) => scene.changesBy(calls),
          1,
        );

        observeRefusals(observe, 'TM-N17', answers);
      },
    );
  });
}
