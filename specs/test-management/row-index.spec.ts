import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { stepsCalls } from './support/calls.js';
import { nth } from '../support/nth.js';
import { notReadBack } from './support/is-read-back.js';
import { freshRows, withStep } from './support/rows.js';
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
        async ({ testManagement, testProjects, testCaseTemplates, testPlans, stepsTables, build, isShown }) => {
          test.skip(!(await isShown(call.shows)), notReadBack(call.shows));
          const project = await testProjects.provide();
          const rows = build.steps.for(project).group().group().steps(1).group().steps(2).group().build();
          const template = await testCaseTemplates.provide(project, rows);
          const { cases } = await testPlans.provide(project, [template]);
          const testCase = nth(cases, 0);

          const changes = await stepsTables.changesBy(project, testCase, () =>
            call.send(testManagement, project, { issueId: testCase.id, rowIndex }),
          );

          const expected = withStep(freshRows(rows, project), rowIndex, (row) => call.effect(row, project));
          expect({ ...changes, elsewhere: [] }).toHaveChangedSteps(expected);
          expect(changes.elsewhere.filter((name) => !call.alsoChanges.includes(name))).toEqual([]);
        },
      );
    }

    test(
      'refuses an index past the last step, though the table has more rows, and changes nothing',
      covers('TM-02', 'TM-N07'),
      async ({ testManagement, scene, watch, observe }) => {
        const { project, testCase } = scene;

        const changes = await watch.changesBy(() =>
          call.send(testManagement, project, { issueId: testCase.id, rowIndex: 3 }),
        );

        observe('TM-N07', changes.response.status);
        expect(changes.after).toEqual(changes.before);
      },
    );
  });
}
