import type { RequestOf } from '../../../fixtures/index.js';
import type { Endpoints } from '../../../contracts/index.js';

/** A file of an upload. */
export type UploadedFile = RequestOf<Endpoints['addStepAttachments']>['files'][number];

/** A file of some bytes, under the part name that the document has. */
export function fileOf(filename: string, bytes: Buffer = Buffer.from(`The content of ${filename}`)): UploadedFile {
  return { part: 'file', filename, mimeType: 'application/octet-stream', bytes };
}
