import type { Assumptions } from '../../fixtures/index.js';
import { covers, describeEndpoint, expect, test as unscened } from '../../fixtures/index.js';
import { at } from '../support/at.js';
import { itemsOf, propertyOf } from '../support/json.js';
import { named, readIssue } from './support/read-issue.js';
import { test } from './support/test.js';

test.describe(...describeEndpoint('listProjectStatuses'), () => {
  test(
    'gives templates, cases and plans the statuses they are assumed to have, and starts them in the first',
    covers('TM-N11'),
    async ({ issues, scene, assumptions, observe }) => {
      const { project, template, testCase, plan } = scene;
      const { data } = await issues.listProjectStatuses({ projectIdOrKey: project.key });
      const statusesOf = async (kind: keyof typeof project.issueTypes, key: string, assumed: readonly string[]) => {
        const id = String(project.issueTypes[kind].id);
        const names = data.filter((type) => type.id === id).flatMap((type) => type.statuses.map(({ name }) => name));
        const first = String(named(await readIssue(issues, key), 'status', 'name'));
        return [...new Set([first, ...assumed.filter((name) => names.includes(name)), ...names])];
      };
      const assumed = assumptions['TM-N11'];

      observe('TM-N11', {
        testCaseTemplate: await statusesOf('testCaseTemplate', template.key, assumed.testCaseTemplate),
        testCase: await statusesOf('testCase', testCase.key, assumed.testCase),
        testPlan: await statusesOf('testPlan', plan.key, assumed.testPlan),
      });
    },
  );
});

unscened(
  'gives a new project the step statuses and columns it is assumed to have',
  covers('TM-N04'),
  async ({ testManagement, testProjects, testCaseTemplates, testPlans, stepsTables, observe, needsOwnTracker }) => {
    needsOwnTracker('The projects of a tracker that others use are not new.');
    const project = await testProjects.provide();
    const template = await testCaseTemplates.provide(project);
    const testCase = at((await testPlans.provide(project, { templates: [template] })).cases, 0);
    const start = at(await stepsTables.of(project, testCase), 1);
    const seen = [];

    for (const status of project.statuses) {
      await testManagement.setStepStatus({ body: { issueId: testCase.id, rowIndex: 0, status } });
      const { rest } = at(await stepsTables.of(project, testCase), 1);
      seen.push(stepStatusSeen(rest['status']));
    }

    expect(start.cells).toHaveLength(project.columns.length);
    observe('TM-N04', {
      statuses: seen,
      defaultStatus: start.status ?? '',
      columns: [...project.columns],
    });
  },
);

/** The status of a step as the bundled fake shows it: only there are projects new. */
function stepStatusSeen(status: unknown): Assumptions['TM-N04']['statuses'][number] {
  return {
    id: Number(itemsOf(propertyOf(status, 'ids'))[0]),
    name: String(propertyOf(status, 'name')),
    color: String(propertyOf(status, 'color')),
    isFinalStatus: propertyOf(status, 'isFinalStatus') === true,
  };
}
