import { covers, describeEndpoint, expect, failsFor } from '../../fixtures/index.js';
import { moveOn, moveThroughAll, named, readIssue } from './support/issues.js';
import { test } from './support/scene.js';

for (const [kind, title] of [
  ['testCase', 'a test case'],
  ['plan', 'a test plan'],
] as const) {
  test.describe(...describeEndpoint('transitionIssue'), () => {
    test(`moves ${title} to another status`, covers('TM-35'), async ({ trackerApi, testManagement, scene }) => {
      const { key } = scene[kind];

      const { response, to } = await moveOn(trackerApi, key);

      expect(response).toSucceed();
      expect(named(await readIssue(trackerApi, key), 'status', 'name')).toBe(to);
      failsFor('TM-27');
      const { data } = await testManagement.listTestCaseTemplateIds({ testPlanKey: scene.plan.key });
      expect(data, 'the templates of the plan').toStrictEqual([scene.template.id, scene.otherTemplate.id]);
    });

    test(`moves ${title} from status to status`, covers('TM-35'), async ({ trackerApi, scene }) => {
      const moves = await moveThroughAll(trackerApi, scene[kind].key);

      test.skip(moves.length < 2, 'No two transitions can be made one after the other.');
      expect(moves.map(({ seen }) => seen)).toStrictEqual(moves.map(({ to }) => to));
    });
  });

  test.describe(...describeEndpoint('editIssue'), () => {
    test(`updates fields of ${title}`, covers('TM-35'), async ({ trackerApi, scene, build }) => {
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
