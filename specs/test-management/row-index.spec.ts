import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { effectOf, stepsCalls } from './support/calls.js';
import { at } from '../support/at.js';
import { test } from './support/test.js';

/** Where groups stand in the table `group, group, step, group, step, step, group`, by the index of the step. */
const places = [
  { rowIndex: 0, title: 'counts no group before the first step' },
  { rowIndex: 1, title: 'counts no group between steps' },
  { rowIndex: 2, title: 'finds the last step before a group at the end' },
];

for (const call of stepsCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    for (const { rowIndex, title } of places) {
      test(
        `${title} (rowIndex ${rowIndex})`,
        covers('TM-02'),
        async ({
          testManagement,
          testProjects,
          testCaseTemplates,
          testPlans,
          stepsTables,
          build,
          reuse,
          needsReadBack,
        }) => {
          await needsReadBack(call.shows);
          const project = await testProjects.provide();
          const provide = async () => {
            const rows = build.steps.for(project).group().group().steps(1).group().steps(2).group().build();
            const template = await testCaseTemplates.provide(project, rows);
            const plan = await testPlans.provide(project, { templates: [template] });
            return { template, plan, testCase: at(plan.cases, 0) };
          };
          const name = `a case with groups in ${project.key}`;
          const { template, testCase } = await reuse(name, provide, (made) => [
            made.template,
            made.plan,
            made.testCase,
          ]);

          const changes = await stepsTables.changesBy(project, testCase, () =>
            call.send(testManagement, project, { issueId: testCase.id, rowIndex }),
          );

          expect(changes).toHaveChangedOnly({
            changed: [effectOf(call, { project, template }, rowIndex)],
            mayAlsoChange: call.alsoChanges,
          });
        },
      );
    }

    test(
      'refuses an index past the last step, though the table has more rows, and changes nothing',
      covers('TM-02', 'TM-N07'),
      async ({ testManagement, scene, observe }) => {
        const { project, testCase } = scene;

        const changes = await scene.changesBy(() =>
          call.send(testManagement, project, { issueId: testCase.id, rowIndex: 3 }),
        );

        observe('TM-N07', changes.response.status);
        expect(changes).toHaveChangedNothing();
      },
    );
  });
}
