import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { named, readIssue } from './support/issues.js';
import { freshRows } from './support/rows.js';
import { test } from './support/scene.js';

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
