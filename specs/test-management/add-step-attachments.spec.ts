import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { fileOf } from './support/files.js';
import { notReadBack } from './support/is-read-back.js';
import { nth } from '../support/nth.js';
import { freshRows, stepsIn, withStep } from './support/rows.js';
import { test } from './support/test.js';

const MEGABYTE = 1024 * 1024;
const ownSpaceOnly = 'What other trackers do with such an upload, and how large a file may be, is their own affair.';

/** Bytes that no text has. */
const binary = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256));

test.describe(...describeEndpoint('addStepAttachments'), () => {
  test.beforeEach(async ({ isShown }) => {
    test.skip(!(await isShown('attachments')), notReadBack('attachments'));
  });

  test('adds a file to one step and no other', covers('TM-07'), async ({ testManagement, scene, stepsTables }) => {
    const { project, template, testCase } = scene;

    await testManagement.addStepAttachments({
      query: { issueId: String(testCase.id), rowIndex: '1' },
      files: [fileOf('screen.png', binary)],
    });

    const rows = freshRows(template.rows, project);
    const expected = withStep(rows, 1, (row) => ({ ...row, attachments: ['screen.png'] }));
    expect(await stepsTables.of(project, testCase)).toHaveSteps(expected);
  });

  test('adds several parts at once', covers('TM-07'), async ({ testManagement, scene, stepsTables }) => {
    const { project, template, testCase } = scene;

    await testManagement.addStepAttachments({
      query: { issueId: String(testCase.id), rowIndex: '2' },
      files: [fileOf('a.txt'), fileOf('b.log'), fileOf('c.png', binary)],
    });

    const rows = freshRows(template.rows, project);
    const expected = withStep(rows, 2, (row) => ({ ...row, attachments: ['a.txt', 'b.log', 'c.png'] }));
    expect(await stepsTables.of(project, testCase)).toHaveSteps(expected);
  });

  test(
    'adds to the attachments that a step has already',
    covers('TM-07'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, template, testCase } = scene;
      const query = { issueId: String(testCase.id), rowIndex: '0' };
      await testManagement.addStepAttachments({ query, files: [fileOf('first.txt')] });

      await testManagement.addStepAttachments({ query, files: [fileOf('second.txt')] });

      const rows = freshRows(template.rows, project);
      const expected = withStep(rows, 0, (row) => ({ ...row, attachments: ['first.txt', 'second.txt'] }));
      expect(await stepsTables.of(project, testCase)).toHaveSteps(expected);
    },
  );

  test(
    'stores the bytes as they were sent, for download through the tracker',
    covers('TM-07'),
    async ({ testManagement, issues, scene, stepsTables }) => {
      const { project, testCase } = scene;

      await testManagement.addStepAttachments({
        query: { issueId: String(testCase.id), rowIndex: '0' },
        files: [fileOf('binary.bin', binary)],
      });

      const stored = nth(nth(stepsIn(await stepsTables.of(project, testCase)), 0).attachments ?? [], 0);
      const answer = await issues.downloadAttachment({ attachmentId: stored.id, filename: stored.name });
      expect(answer).toHaveStatus(200);
      expect(answer.bytes.equals(binary), 'the bytes are the ones that were sent').toBe(true);
    },
  );

  for (const filename of [
    'snímek obrazovky.png',
    '日本語 – ñandú.txt',
    'with spaces & (brackets) + 100%.log',
    '😀.txt',
  ]) {
    test(`keeps the name ${filename}`, covers('TM-07'), async ({ testManagement, issues, scene, stepsTables }) => {
      const { project, testCase } = scene;

      await testManagement.addStepAttachments({
        query: { issueId: String(testCase.id), rowIndex: '0' },
        files: [fileOf(filename, binary)],
      });

      const stored = nth(nth(stepsIn(await stepsTables.of(project, testCase)), 0).attachments ?? [], 0);
      expect(stored.name).toBe(filename);
      const answer = await issues.downloadAttachment({ attachmentId: stored.id, filename });
      expect(answer.bytes.equals(binary), 'it can be downloaded by this name').toBe(true);
    });
  }

  test(
    'makes attachments of the issue that the tracker knows of',
    covers('TM-07'),
    async ({ testManagement, issues, scene }) => {
      const { testCase } = scene;

      await testManagement.addStepAttachments({
        query: { issueId: String(testCase.id), rowIndex: '0' },
        files: [fileOf('known.bin', binary)],
      });

      const { fields } = (await issues.getIssue({ issueIdOrKey: testCase.key })).data;
      expect(fields['attachment']).toMatchObject([{ filename: 'known.bin', size: binary.length }]);
    },
  );

  test('refuses a part of another name and stores nothing', async ({ testManagement, scene, watch, target }) => {
    test.skip(target.about.mode !== 'own-space', ownSpaceOnly);
    const query = { issueId: String(scene.testCase.id), rowIndex: '0' };
    const files = [fileOf('good.txt'), { ...fileOf('bad.txt'), part: 'photo' }];

    const changes = await watch.changesBy(() => testManagement.addStepAttachments({ query, files }));

    expect(changes.response).toBeRefused(400, { withErrorBody: true });
    expect(changes.after).toEqual(changes.before);
  });

  test('refuses an upload without a file and stores nothing', async ({ testManagement, scene, watch, target }) => {
    test.skip(target.about.mode !== 'own-space', ownSpaceOnly);
    const query = { issueId: String(scene.testCase.id), rowIndex: '0' };

    const changes = await watch.changesBy(() => testManagement.addStepAttachments({ query, files: [] }));

    expect(changes.response).toBeRefused(400, { withErrorBody: true });
    expect(changes.after).toEqual(changes.before);
  });

  test('refuses a file larger than 10 MB and stores nothing', async ({ testManagement, scene, watch, target }) => {
    test.skip(target.about.mode !== 'own-space', ownSpaceOnly);
    const query = { issueId: String(scene.testCase.id), rowIndex: '0' };
    const files = [fileOf('small.txt'), fileOf('large.bin', Buffer.alloc(10 * MEGABYTE + 1))];

    const changes = await watch.changesBy(() => testManagement.addStepAttachments({ query, files }));

    expect(changes.response).toBeRefused(413, { withErrorBody: true });
    expect(changes.after).toEqual(changes.before);
  });

  test('takes a file of 10 MB', async ({ testManagement, scene, stepsTables, target }) => {
    test.skip(target.about.mode !== 'own-space', ownSpaceOnly);
    const { project, template, testCase } = scene;

    await testManagement.addStepAttachments({
      query: { issueId: String(testCase.id), rowIndex: '0' },
      files: [fileOf('large.bin', Buffer.alloc(10 * MEGABYTE, 7))],
    });

    const rows = freshRows(template.rows, project);
    const expected = withStep(rows, 0, (row) => ({ ...row, attachments: ['large.bin'] }));
    expect(await stepsTables.of(project, testCase)).toHaveSteps(expected);
  });
});
