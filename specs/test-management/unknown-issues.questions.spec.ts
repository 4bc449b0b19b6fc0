import type { Builders } from '../../builders/index.js';
import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import type { Assumptions, Endpoints, RequestOf } from '../../fixtures/index.js';
import { planCalls, stepsCalls } from './support/calls.js';
import { copyBody } from './support/copies.js';
import type { Scene } from './support/scene.js';
import { test } from './support/test.js';

type AddTemplates = RequestOf<Endpoints['addTestCaseTemplates']>['body'];
type CopyPlan = RequestOf<Endpoints['copyPlan']>['body'];

/** The key of an issue that does not exist. */
const unknownIssue = (build: Builders) => ({ key: `${build.unusedKey()}-1` });

for (const call of stepsCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'answers an unknown issue as it is assumed to, and changes nothing',
      covers('TM-N06'),
      async ({ testManagement, scene, build, observe }) => {
        const place = { issueId: build.unusedId(), rowIndex: 0 };

        const changes = await scene.changesBy(() => call.send(testManagement, scene.project, place));

        observe('TM-N06', changes.response.status);
        expect(changes).toHaveChangedNothing();
      },
    );
  });
}

for (const call of planCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'answers an unknown plan as it is assumed to, and changes nothing',
      covers('TM-N06'),
      async ({ testManagement, scene, build, observe }) => {
        const plan = { ...scene.plan, ...unknownIssue(build) };

        const changes = await scene.changesBy(() => call.send(testManagement, { ...scene, plan }));

        observe('TM-N06', changes.response.status);
        expect(changes).toHaveChangedNothing();
      },
    );

    test(
      'answers a case in the place of a plan as it is assumed to, and changes nothing',
      covers('TM-N06'),
      async ({ testManagement, scene, observe }) => {
        const plan = { ...scene.plan, key: scene.testCase.key };

        const changes = await scene.changesBy(() => call.send(testManagement, { ...scene, plan }));

        observe('TM-N06', changes.response.status);
        expect(changes).toHaveChangedNothing();
      },
    );
  });
}

const additions: readonly { readonly what: string; readonly body: (build: Builders, scene: Scene) => AddTemplates }[] =
  [
    {
      what: 'an unknown template beside a known one',
      body: (build, { plan, template }) =>
        build.addTemplates.to(plan).templates(template, unknownIssue(build)).async(false).build(),
    },
    {
      what: 'an unknown plan beside a known one',
      body: (build, { plan, template }) =>
        build.addTemplates.to(plan, unknownIssue(build)).templates(template).async(false).build(),
    },
    {
      what: 'an unknown template with async true',
      body: (build, { plan }) => build.addTemplates.to(plan).templates(unknownIssue(build)).async(true).build(),
    },
  ];

test.describe(...describeEndpoint('addTestCaseTemplates'), () => {
  for (const { what, body } of additions) {
    test(
      `answers ${what} as it is assumed to, and creates nothing`,
      covers('TM-N06'),
      async ({ testManagement, scene, build, observe }) => {
        const changes = await scene.changesBy(() => testManagement.addTestCaseTemplates({ body: body(build, scene) }));

        observe('TM-N06', changes.response.status);
        expect(changes).toHaveChangedNothing();
      },
    );
  }
});

const copies: readonly {
  readonly what: string;
  readonly body: (build: Builders, scene: Scene, lists: Assumptions['TM-N20']) => CopyPlan;
}[] = [
  {
    what: 'an unknown project beside a known one',
    body: (build, { plan, project }, lists) =>
      copyBody({ project, plan, into: [project, { id: build.unusedId(), key: build.unusedKey() }] }, lists),
  },
  {
    what: 'an unknown id among issueIds',
    body: (build, { plan, project, testCase }, lists) =>
      copyBody({ project, plan, only: [testCase, { id: build.unusedId() }] }, lists),
  },
];

test.describe(...describeEndpoint('copyPlan'), () => {
  for (const { what, body } of copies) {
    test(
      `answers ${what} as it is assumed to, and creates nothing`,
      covers('TM-N06'),
      async ({ testManagement, scene, build, assumptions, observe }) => {
        const sent = body(build, scene, assumptions['TM-N20']);

        const changes = await scene.changesBy(() => testManagement.copyPlan({ body: sent }));

        observe('TM-N06', changes.response.status);
        expect(changes).toHaveChangedNothing();
      },
    );
  }
});
