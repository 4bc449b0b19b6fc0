import { covers, describeEndpoint, expect, test as unscened } from '../../fixtures/index.js';
import type { Assumptions } from '../../fixtures/index.js';
import { at } from '../support/at.js';
import { itemsOf, propertyOf } from '../support/json.js';
import { named, readIssue } from './support/read-issue.js';
import { freshRows } from './support/rows.js';
import { test } from './support/test.js';

const movable = ['testCase', 'plan'] as const;
const titles = { testCase: 'a test case', plan: 'a test plan' };

for (const kind of movable) {
  test.describe(...describeEndpoint('transitionIssue'), () => {
    test(`moves ${titles[kind]} to another status`, covers('TM-35'), async ({ issues, scene }) => {
      const issueIdOrKey = scene[kind].key;
      const start = named(await readIssue(issues, issueIdOrKey), 'status', 'name');
      const { transitions } = (await issues.listTransitions({ issueIdOrKey })).data;
      const chosen = at(
        transitions.filter(({ to }) => to.name !== start),
        0,
      );

      const response = await issues.transitionIssue({ issueIdOrKey, body: { transition: { id: chosen.id } } });

      expect(response).toSucceed();
      expect(named(await readIssue(issues, issueIdOrKey), 'status', 'name')).toBe(chosen.to.name);
    });

    test(`moves ${titles[kind]} twice, from status to status`, covers('TM-35'), async ({ issues, scene }) => {
      const issueIdOrKey = scene[kind].key;
      const move = async (from: unknown) => {
        const { transitions } = (await issues.listTransitions({ issueIdOrKey })).data;
        const chosen = at(
          transitions.filter(({ to }) => to.name !== from),
          0,
        );
        await issues.transitionIssue({ issueIdOrKey, body: { transition: { id: chosen.id } } });
        return chosen.to.name;
      };
      const status = async () => named(await readIssue(issues, issueIdOrKey), 'status', 'name');

      const first = await move(await status());
      expect(await status()).toBe(first);
      const { transitions } = (await issues.listTransitions({ issueIdOrKey })).data;
      test.skip(
        transitions.every(({ to }) => to.name === first),
        `No transition leads out of ${first}.`,
      );
      const last = await move(first);
      expect(await status()).toBe(last);
    });
  });

  test.describe(...describeEndpoint('editIssue'), () => {
    test(`updates fields of ${titles[kind]}`, covers('TM-35'), async ({ issues, scene, build }) => {
      const issueIdOrKey = scene[kind].key;
      const fields = { summary: build.summary('Release 9 – smoke'), description: 'Second\nround' };

      const response = await issues.editIssue({ issueIdOrKey, body: { fields } });

      expect(response).toSucceed();
      expect((await readIssue(issues, issueIdOrKey)).fields).toMatchObject(fields);
    });
  });
}

test.describe(...describeEndpoint('transitionIssue'), () => {
  test(
    'leaves Steps, plan order and template of a case that moves as they are',
    covers('TM-35'),
    async ({ issues, testManagement, scene, stepsTables }) => {
      const { project, plan, template, testCase } = scene;
      const { transitions } = (await issues.listTransitions({ issueIdOrKey: testCase.key })).data;

      await issues.transitionIssue({
        issueIdOrKey: testCase.key,
        body: { transition: { id: at(transitions, 0).id } },
      });

      const table = await stepsTables.of(project, testCase);
      expect(table).toHaveSteps(freshRows(template.rows, project, table));
      const { data } = await testManagement.listTestCaseIds({ testPlanKey: plan.key });
      expect(data).toEqual(plan.cases.map(({ id }) => id));
      const moved = await readIssue(issues, testCase.key);
      expect(moved.fields[project.fields.testCaseTemplate]).toBe(template.key);
    },
  );
});

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
