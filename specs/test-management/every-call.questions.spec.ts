import { AddTemplatesBuilder, CopyPlanBuilder, malformed } from '../../builders/index.js';
import type { Builders } from '../../builders/index.js';
import { covers, describeEndpoint, expect, stepsRowsIn } from '../../fixtures/index.js';
import type { ApiResponse, Assumptions } from '../../fixtures/index.js';
import { keysOf } from '../support/values.js';
import { callOf, unlessRefused } from '../support/attempts.js';
import { observeRefusals, refusedBodies, tryEach, uselessCredentials } from '../support/refusals.js';
import { allCalls, effectOf, planCalls, stepsCalls } from './support/calls.js';
import type { Api, CallName, PlanCall } from './support/calls.js';
import { copyBody } from './support/copies.js';
import type { Scene } from './support/scene.js';
import { test } from './support/scene.js';

/** The calls about plans that leave the cases for later. */
const laterCalls: readonly PlanCall[] = [
  {
    name: 'copyPlan',
    kind: 'copyLater',
    send: (api, { plan }) => api.copyPlan({ body: new CopyPlanBuilder().of(plan).async(true).build() }),
  },
  {
    name: 'addTestCaseTemplates',
    kind: 'addLater',
    send: (api, { plan, template }) =>
      api.addTestCaseTemplates({ body: new AddTemplatesBuilder().to(plan).templates(template).async(true).build() }),
  },
];

for (const { name, kind, send } of [...planCalls, ...laterCalls]) {
  const when = kind.endsWith('Later') ? ' if the cases are made later' : '';
  test.describe(...describeEndpoint(name), () => {
    test(
      `succeeds with the status it is assumed to${when}`,
      covers('TM-N21'),
      async ({ testManagement, scene, observe }) => {
        const response = await send(testManagement, scene);

        expect(response).toFitContract();
        observe('TM-N21', { [kind]: response.status });
      },
    );
  });
}

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

// In a JSON body a number differs from numeric text; the place of attachments is in the query.
for (const call of stepsCalls.filter(({ name }) => name !== 'addStepAttachments')) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'takes issueId and rowIndex as numeric text as it is assumed to',
      covers('TM-N13'),
      async ({ testManagement, scene, needsShown, observe }) => {
        await needsShown(...call.shows);
        const { project, testCase } = scene;
        const asText = { issueId: String(testCase.id), rowIndex: '1' };

        const changes = await scene.stepChangesBy(() => call.send(testManagement, project, asText));

        observe.orUnclear('TM-N13', unlessRefused(changes.response, 'accepted'), callOf(changes.response));
        expect(changes).toHaveChangedOnly({ changed: changes.response.ok ? [effectOf(call, scene, 1)] : [] });
      },
    );
  });
}

/** The body of a steps call, in the terms of TM-N05. */
function bodyOf({ json }: ApiResponse): 'empty' | 'changed rows' {
  return stepsRowsIn(json) === undefined ? 'empty' : 'changed rows';
}

const unknownIssue = (build: Builders) => ({ key: `${build.unusedKey()}-1` });

type SendUnknown = (api: Api, scene: Scene, build: Builders, lists: Assumptions['TM-N20']) => Promise<ApiResponse>;

/** Declares the test of a call that names something unknown. */
function testUnknown(name: CallName, what: string, send: SendUnknown): void {
  test.describe(...describeEndpoint(name), () => {
    test(
      `answers ${what} as it is assumed to, and changes nothing`,
      covers('TM-N06'),
      async ({ testManagement, scene, build, assumptions, observe }) => {
        const changes = await scene.changesBy(() => send(testManagement, scene, build, assumptions['TM-N20']));

        observe('TM-N06', changes.response.status);
        expect(changes).toHaveChangedNothing();
      },
    );
  });
}

for (const { name, send } of stepsCalls) {
  testUnknown(name, 'an unknown issue', (api, { project }, build) =>
    send(api, project, { issueId: build.unusedId(), rowIndex: 0 }),
  );
}

for (const { name, send } of planCalls) {
  testUnknown(name, 'an unknown plan', (api, scene, build) => send(api, { ...scene, plan: unknownIssue(build) }));
  testUnknown(name, 'a case in the place of a plan', (api, scene) => send(api, { ...scene, plan: scene.testCase }));
}

testUnknown('addTestCaseTemplates', 'an unknown template beside a known one', (api, { plan, template }, build) => {
  const adding = build.addTestCaseTemplates.to(plan).templates(template, unknownIssue(build));
  return api.addTestCaseTemplates({ body: adding.async(false).build() });
});

testUnknown('addTestCaseTemplates', 'an unknown plan beside a known one', (api, { plan, template }, build) => {
  const adding = build.addTestCaseTemplates.to(plan, unknownIssue(build)).templates(template);
  return api.addTestCaseTemplates({ body: adding.async(false).build() });
});

testUnknown('addTestCaseTemplates', 'an unknown template with async true', (api, { plan }, build) => {
  const adding = build.addTestCaseTemplates.to(plan).templates(unknownIssue(build));
  return api.addTestCaseTemplates({ body: adding.async(true).build() });
});

testUnknown('copyPlan', 'an unknown project beside a known one', (api, { plan, project }, build, lists) => {
  const into = [project, { id: build.unusedId(), key: build.unusedKey() }];
  return api.copyPlan({ body: copyBody({ project, plan, into }, lists) });
});

testUnknown('copyPlan', 'an unknown id among issueIds', (api, { plan, project, testCase }, build, lists) => {
  const only = [testCase, { id: build.unusedId() }];
  return api.copyPlan({ body: copyBody({ project, plan, only }, lists) });
});

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'takes a call without valid credentials as it is assumed to',
      covers('TM-N17'),
      async ({ testManagement, scene, badCredentials, observe }) => {
        const answers = await tryEach(
          uselessCredentials,
          ({ caller }) => call.send(testManagement.as(badCredentials[caller]), scene),
          (calls) => scene.changesBy(calls),
        );

        observeRefusals(observe, 'TM-N17', answers);
      },
    );
  });
}

/** The bodies with a wrong structure for each endpoint, about data of a scene. */
const malformedBodies = ({ testCase, plan, template }: Pick<Scene, 'testCase' | 'plan' | 'template'>) => ({
  ...malformed.stepCalls(testCase.id),
  copyPlan: malformed.copies(plan.key),
  addTestCaseTemplates: malformed.additions(plan.key, template.key),
});

const withBody = [...keysOf(malformed.stepCalls(0)), 'copyPlan', 'addTestCaseTemplates'] as const;

for (const name of withBody) {
  test.describe(...describeEndpoint(name), () => {
    test(
      'takes each body that is none as it is assumed to',
      covers('TM-N17'),
      async ({ testManagement, scene, observe }) => {
        const answers = await tryEach(
          refusedBodies(malformedBodies(scene)[name]),
          ({ body }) => testManagement[name]({ body }),
          (calls) => scene.changesBy(calls),
          1,
        );

        observeRefusals(observe, 'TM-N17', answers);
      },
    );
  });
}
