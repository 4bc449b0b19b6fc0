import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { bytesOf, fileOf } from './support/issues.js';
import { stepsIn } from './support/rows.js';
import { test } from './support/scene.js';

/** Bytes that no text has. */
const binary = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256));

test.describe(...describeEndpoint('addStepAttachments'), () => {
  test.beforeEach(async ({ needsShown }) => {
    await needsShown('attachments');
  });

  test('adds a file to one step and no other', covers('TM-07'), async ({ testManagement, scene, stepsTables }) => {
    const { project, testCase } = scene;

    const changes = await stepsTables.changesBy(project, testCase, () =>
      testManagement.addStepAttachments({
        query: { issueId: String(testCase.id), rowIndex: '1' },
        files: [fileOf('screen.png', binary)],
      }),
    );

    expect(changes).toHaveChangedOnly({
      changed: [{ rowIndex: 1, attachments: ['screen.png'] }],
      mayAlsoChange: ['attachments'],
    });
  });

  test('adds several parts at once', covers('TM-07'), async ({ testManagement, scene, stepsTables }) => {
    const { project, testCase } = scene;

    const changes = await stepsTables.changesBy(project, testCase, () =>
      testManagement.addStepAttachments({
        query: { issueId: String(testCase.id), rowIndex: '2' },
        files: [fileOf('a.txt'), fileOf('b.log'), fileOf('c.png', binary)],
      }),
    );

    expect(changes).toHaveChangedOnly({
      changed: [{ rowIndex: 2, attachments: ['a.txt', 'b.log', 'c.png'] }],
      mayAlsoChange: ['attachments'],
    });
  });

  test(
    'adds to the attachments that a step has already',
    covers('TM-07'),
    async ({ testManagement, scene, stepsTables }) => {
      const { project, testCase } = scene;
      const query = { issueId: String(testCase.id), rowIndex: '0' };
      await testManagement.addStepAttachments({ query, files: [fileOf('first.txt')] });

      const changes = await stepsTables.changesBy(project, testCase, () =>
        testManagement.addStepAttachments({ query, files: [fileOf('second.txt')] }),
      );

      expect(changes).toHaveChangedOnly({
        changed: [{ rowIndex: 0, attachments: ['first.txt', 'second.txt'] }],
        mayAlsoChange: ['attachments'],
      });
    },
  );

  test(
    'stores the bytes as they were sent, for download through the tracker',
    covers('TM-07'),
    async ({ testManagement, issues, scene }) => {
      const { testCase } = scene;

      await testManagement.addStepAttachments({
        query: { issueId: String(testCase.id), rowIndex: '0' },
        files: [fileOf('binary.bin', binary)],
      });

      const [bytes] = await bytesOf(issues, testCase, 'binary.bin');
      expect(bytes?.equals(binary), 'the bytes are the ones that were sent').toBe(true);
    },
  );

  test(
    'keeps files of one name apart, in one call and in the next',
    covers('TM-07'),
    async ({ testManagement, issues, scene, stepsTables }) => {
      const { project, testCase } = scene;
      const query = { issueId: String(testCase.id), rowIndex: '0' };
      const contents = ['one', 'two', 'three'];
      const files = contents.map((content) => fileOf('same.log', Buffer.from(content)));

      await testManagement.addStepAttachments({ query, files: files.slice(0, 2) });
      await testManagement.addStepAttachments({ query, files: files.slice(2) });

      const step = at(stepsIn(await stepsTables.of(project, testCase)), 0);
      expect([step]).toHaveSteps([{ attachments: contents.map(() => 'same.log') }]);
      const bytes = await bytesOf(issues, testCase, 'same.log');
      expect(bytes.map(String).toSorted()).toEqual(contents.toSorted());
    },
  );

  test('adds an empty file', covers('TM-07'), async ({ testManagement, issues, scene, stepsTables }) => {
    const { project, testCase } = scene;
    const query = { issueId: String(testCase.id), rowIndex: '0' };
    const files = [fileOf('empty.txt', Buffer.alloc(0)), fileOf('filled.txt')];

    await testManagement.addStepAttachments({ query, files });

    const step = at(stepsIn(await stepsTables.of(project, testCase)), 0);
    expect([step]).toHaveSteps([{ attachments: ['empty.txt', 'filled.txt'] }]);
    expect((await bytesOf(issues, testCase, 'empty.txt')).map(({ length }) => length)).toEqual([0]);
  });

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

      const step = at(stepsIn(await stepsTables.of(project, testCase)), 0);
      expect([step]).toHaveSteps([{ attachments: [filename] }]);
      const [bytes] = await bytesOf(issues, testCase, filename);
      expect(bytes?.equals(binary), 'it can be downloaded by this name').toBe(true);
    });
  }
});
