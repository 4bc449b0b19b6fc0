import { test } from '../../../fixtures/index.js';
import type { Endpoints, RequestOf, TestFixtures } from '../../../fixtures/index.js';
import { itemsOf, propertyOf } from '../../support/json.js';
import { readIssue } from './read-issue.js';
import type { NamedIssue } from './results.js';

/** A file of an upload. */
export type UploadedFile = RequestOf<Endpoints['addStepAttachments']>['files'][number];

/** A file of some bytes. */
export function fileOf(name: string, buffer: Buffer = Buffer.from(`The content of ${name}`)): UploadedFile {
  return { name, mimeType: 'application/octet-stream', buffer };
}

type Issues = TestFixtures['issues'];

/** The ids of the attachments of an issue with this name. */
export async function attachmentsOf(issues: Issues, { key }: NamedIssue, filename: string): Promise<string[]> {
  const listed = itemsOf((await readIssue(issues, key)).fields['attachment']);
  return listed
    .filter((file) => propertyOf(file, 'filename') === filename)
    .map((file) => String(propertyOf(file, 'id')));
}

/**
 * The bytes of the attachments of an issue with this name. Skips the test if there are none: nobody says how files of a
 * step that are not among the attachments of its issue can be read (TM-N25).
 */
export async function bytesOf(issues: Issues, testCase: NamedIssue, filename: string): Promise<Buffer[]> {
  const ids = await attachmentsOf(issues, testCase, filename);
  test.skip(
    ids.length === 0,
    `${filename} is not among the attachments of its issue (TM-N25), so nobody can read its bytes.`,
  );
  const answers = await Promise.all(ids.map((attachmentId) => issues.downloadAttachment({ attachmentId, filename })));
  return answers.map(({ bytes }) => Buffer.from(bytes));
}
