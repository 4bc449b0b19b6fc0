import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { keysOf } from '../support/values.js';
import { moveOn, moveThroughAll, named, readIssue, templateKeyOf } from './support/issues.js';
import { freshRows } from './support/rows.js';
import { test } from './support/scene.js';

const titles = { testCase: 'a test case', plan: 'a test plan' };

for (const kind of keysOf(titles)) {
  test.describe(...describeEndpoint('transitionIssue'), () => {
    test(`moves ${titles[kind]} to another status`, covers('TM-35'), async ({ trackerApi, scene }) => {
      const { key } = scene[kind];

      const { response, to } = await moveOn(trackerApi, key);

      expect(response).toSucceed();
      expect(named(await readIssue(trackerApi, key), 'status', 'name')).toBe(to);
    });

    test(`moves ${titles[kind]} from status to status`, covers('TM-35'), async ({ trackerApi, scene }) => {
      const moves = await moveThroughAll(trackerApi, scene[kind].key);

      test.skip(moves.length < 2, 'No two transitions can be made one after the other.');
      expect(moves.map(({ seen }) => seen)).toStrictEqual(moves.map(({ to }) => to));
    });
  });

  test.describe(...describeEndpoint('editIssue'), () => {
    test(`updates fields of ${titles[kind]}`, covers('TM-35'), async ({ trackerApi, scene, build }) => {
      const issueIdOrKey = scene[kind].key;
      const fields = {
        summary: build.summary('Release 9 – <b>, 100%41 & "ñ"; + \\n \\, &#65;'),
        description: 'Second\n<b>round</b> & 50%41; \\n \\, &#65; +',
      };

      const response = await trackerApi.editIssue({ issueIdOrKey, body: { fields } });

      expect(response).toSucceed();
      expect((await readIssue(trackerApi, issueIdOrKey)).fields).toMatchObject(fields);
    });
  });
}

test.describe(...describeEndpoint('transitionIssue'), () => {
  test(
    'leaves Steps, plan order and template of a case that moves as they are',
    covers('TM-35'),
    async ({ trackerApi, testManagement, scene }) => {
      const { project, plan, template, testCase } = scene;

      await moveOn(trackerApi, testCase.key);

      const table = await scene.stepsOf(testCase);
      expect(table).toHaveSteps(freshRows(template.rows, project, table));
      const { data } = await testManagement.listTestCaseIds({ testPlanKey: plan.key });
      expect(data).toStrictEqual(plan.cases.map(({ id }) => id));
      const moved = await readIssue(trackerApi, testCase.key);
      expect(templateKeyOf(moved, project)).toBe(template.key);
    },
  );
});
