import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { test } from './support/test.js';

test.describe(...describeEndpoint('addStepComment'), () => {
  test.beforeEach(async ({ needsShown }) => {
    await needsShown('comments');
  });

  test(
    'adds a comment to one step and nothing else',
    covers('TM-05'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, testCase } = scene;
      const comment = 'The button is grey.';

      const changes = await stepsTables.changesBy(project, testCase, () =>
        testManagement.addStepComment({ body: { issueId: testCase.id, rowIndex: 1, comment } }),
      );

      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 1, comments: [comment] }] });
    },
  );

  test(
    'keeps a comment with line breaks, markup and unicode as it is',
    covers('TM-05'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, testCase } = scene;
      const comment = 'Zeile 1\nline 2 – 日本語 😀\n<b>&amp;</b> {code}x{code} "quoted" \\';

      const changes = await stepsTables.changesBy(project, testCase, () =>
        testManagement.addStepComment({ body: { issueId: testCase.id, rowIndex: 0, comment } }),
      );

      expect(changes).toHaveChangedOnly({ changed: [{ rowIndex: 0, comments: [comment] }] });
    },
  );

  test('adds no comment to the issue of the step', covers('TM-05'), async ({ testManagement, issues, scene }) => {
    const { testCase } = scene;

    await testManagement.addStepComment({ body: { issueId: testCase.id, rowIndex: 0, comment: 'On the step.' } });

    const { comments } = (await issues.listComments({ issueIdOrKey: testCase.key })).data;
    expect(comments).toEqual([]);
  });
});
