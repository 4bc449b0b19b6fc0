import { malformedAdditions, malformedCopies, malformedStepCalls } from '../../builders/index.js';
import type { Builders } from '../../builders/index.js';
import { covers, describeEndpoint, expect, rowsIn } from '../../fixtures/index.js';
import type { ApiResponse, Assumptions, Endpoints, RequestOf } from '../../fixtures/index.js';
import { keysOf } from '../support/values.js';
import { observeRefusals, refusedBodies, tryEach, uselessCredentials } from '../support/refusals.js';
import { allCalls, effectOf, planCalls, stepsCalls } from './support/calls.js';
import { copyBody } from './support/copies.js';
import type { Scene } from './support/scene.js';
import { test } from './support/scene.js';

for (const { name, kind, send } of planCalls) {
  test.describe(...describeEndpoint(name), () => {
    test('succeeds with the status it is assumed to', covers('TM-N21'), async ({ testManagement, scene, observe }) => {
      const response = await send(testManagement, scene);

      expect(response).toFitContract();
      observe('TM-N21', { [kind]: response.status });
    });
  });
}

test.describe(...describeEndpoint('copyPlan'), () => {
  test(
    'succeeds with the status it is assumed to if the cases are made later',
    covers('TM-N21'),
    async ({ testManagement, scene, build, observe }) => {
      const response = await testManagement.copyPlan({ body: build.copyPlan.of(scene.plan).async(true).build() });

      expect(response).toFitContract();
      observe('TM-N21', { copyLater: response.status });
    },
  );
});

test.describe(...describeEndpoint('addTestCaseTemplates'), () => {
  test(
    'succeeds with the status it is assumed to if the cases are made later',
    covers('TM-N21'),
    async ({ testManagement, scene: { plan, template }, build, observe }) => {
      const body = build.addTemplates.to(plan).templates(template).async(true).build();

      const response = await testManagement.addTestCaseTemplates({ body });

      expect(response).toFitContract();
      observe('TM-N21', { addLater: response.status });
    },
  );
});

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
