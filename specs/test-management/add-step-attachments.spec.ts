import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import type { TestFixtures } from '../../fixtures/index.js';
import { attachmentsOf, fileOf } from './support/issues.js';
import type { NamedIssue } from './support/issues.js';
import { test } from './support/scene.js';

/** Ends of lines, and bytes that no text has. */
const binary = Buffer.from('\r\n'.repeat(2) + String.fromCharCode(...Array(256).keys()).repeat(400), 'latin1');

test.describe(...describeEndpoint('addStepAttachments'), () => {
  test.beforeEach(({ needsShown }) => needsShown('attachments'));

  for (const { title, rowIndex, earlier, names } of [
    { title: 'adds a file to one step and no other', rowIndex: 1, earlier: [], names: ['screen.png'] },
    {
      title: 'adds a dozen parts at once, two of them with names that differ by capitals',
      rowIndex: 2,
      earlier: [],
      names: ['a.txt', 'A.TXT', 'README', ...Array.from({ length: 9 }, (_, index) => `screen-${index}.tar.gz`)],
    },
    {
      title: 'adds to the attachments that a step has already',
      rowIndex: 0,
      earlier: ['first.txt'],
      names: ['second.txt'],
    },
  ]) {
    test(title, covers('TM-07'), async ({ testManagement, scene }) => {
      const query = { issueId: String(scene.testCase.id), rowIndex: String(rowIndex) };
      for (const name of earlier) await testManagement.addStepAttachments({ query, files: [fileOf(name)] });

      const changes = await scene.stepChangesBy(() =>
        testManagement.addStepAttachments({ query, files: names.map((name) => fileOf(name)) }),
      );

      expect(changes).toHaveChangedOnly({
        changed: [{ rowIndex, attachments: [...earlier, ...names] }],
        mayAlsoChange: ['attachments'],
      });
    });
  }

  test(
    'keeps files of one name apart, in one call, in the next and at another step',
    covers('TM-07'),
    async ({ testManagement, trackerApi, scene }) => {
      const query = { issueId: String(scene.testCase.id), rowIndex: '0' };
      const contents = ['one', 'two', 'three', 'four'];
      const files = contents.map((content) => fileOf('same.log', Buffer.from(content)));

      await testManagement.addStepAttachments({ query, files: files.slice(0, 2) });
      await testManagement.addStepAttachments({ query, files: files.slice(2, 3) });
      const one = { attachments: ['same.log', 'same.log', 'same.log'] };
      expect([await scene.stepAt(0)]).toHaveSteps([one]);
      await testManagement.addStepAttachments({ query: { ...query, rowIndex: '1' }, files: files.slice(3) });

      const steps = [await scene.stepAt(0), await scene.stepAt(1)];
      expect(steps).toHaveSteps([one, { attachments: ['same.log'] }]);
      const bytes = await bytesOf(trackerApi, scene.testCase, 'same.log');
      expect(bytes.map(String).toSorted()).toStrictEqual(contents.toSorted());
    },
  );

  test('adds an empty file', covers('TM-07'), async ({ testManagement, trackerApi, scene }) => {
    const query = { issueId: String(scene.testCase.id), rowIndex: '0' };
    const files = [fileOf('empty.txt', Buffer.alloc(0)), fileOf('filled.txt')];

    await testManagement.addStepAttachments({ query, files });

    expect([await scene.stepAt(0)]).toHaveSteps([{ attachments: ['empty.txt', 'filled.txt'] }]);
    expect((await bytesOf(trackerApi, scene.testCase, 'empty.txt')).map(({ length }) => length)).toStrictEqual([0]);
  });

  for (const { title, filename } of [
    { title: 'stores the bytes as they were sent, for download through the tracker', filename: 'binary.bin' },
    ...['snímek obrazovky.png', '日本語 – ñandú.txt', "spaces; & (brackets), + #100%41's.log", '😀.txt'].map(
      (filename) => ({ title: `keeps the name ${filename}`, filename }),
    ),
  ]) {
    test(title, covers('TM-07'), async ({ testManagement, trackerApi, scene }) => {
      const query = { issueId: String(scene.testCase.id), rowIndex: '0' };

      await testManagement.addStepAttachments({ query, files: [fileOf(filename, binary)] });

      expect([await scene.stepAt(0)]).toHaveSteps([{ attachments: [filename] }]);
      const [bytes] = await bytesOf(trackerApi, scene.testCase, filename);
      expect(bytes?.equals(binary), 'it can be downloaded by this name, with the bytes that were sent').toBe(true);
    });
  }
});

/**
 * The bytes of the attachments of an issue with this name. Skips the test if there are none: nobody says how files of a
 * step that are not among the attachments of its issue can be read (TM-N25).
 */
async function bytesOf(
  trackerApi: TestFixtures['trackerApi'],
  testCase: NamedIssue,
  filename: string,
): Promise<Buffer[]> {
  const ids = await attachmentsOf(trackerApi, testCase, filename);
  test.skip(
    ids.length === 0,
    `${filename} is not among the attachments of its issue (TM-N25), so nobody can read its bytes.`,
  );
  const answers = await Promise.all(
    ids.map((attachmentId) => trackerApi.downloadAttachment({ attachmentId, filename })),
  );
  return answers.map(({ bytes }) => Buffer.from(bytes));
}
