import type { Call } from '../../server/call.js';
import { TrackerError } from '../../server/tracker-error.js';
import type { Upload } from '../../server/upload.js';
import type { AttachmentRow } from '../../state/state.js';
import { callerOf } from '../caller-of.js';
import type { Located } from '../issues/find-issue.js';
import { touchIssue } from '../issues/touch-issue.js';
import { requireInProject } from '../require-permission.js';

const NAME_LIMIT = 255;

/** Attaches the files of a call to an issue, all or none. @throws TrackerError 400 for another part than `file`, or none */
export function storeAttachments(
  call: Pick<Call, 'state' | 'caller' | 'clock' | 'uploads'>,
  { issue, project }: Located,
): AttachmentRow[] {
  requireInProject(call, 'CREATE_ATTACHMENTS', project);
  if (call.uploads.length === 0) throw new TrackerError(400, 'No file was sent: the body needs a part named file.');
  const created = call.clock.now();
  const author = callerOf(call).key;
  const names = call.uploads.map(checkedName);
  const rows = call.uploads.map((upload, index) => ({
    id: call.state.nextId('attachment'),
    issueId: issue.id,
    author,
    filename: names[index] as string,
    mimeType: mimeTypeOf(upload),
    created,
    size: upload.size,
    chunks: upload.chunks,
  }));
  for (const row of rows) call.state.tables.attachments.set(row);
  touchIssue(call, issue.id);
  return rows;
}

function checkedName({ part, filename }: Upload): string {
  if (part !== 'file')
    throw new TrackerError(400, `The part '${part}' is not taken: files are sent as parts named file.`);
  // A client can write half a surrogate pair, which no URL can hold.
  const name = Buffer.from(filename).toString();
  if (/^\.{0,2}$/.test(name)) throw new TrackerError(400, 'A file needs a name.');
  if (name.length > NAME_LIMIT) throw new TrackerError(400, `A file name has at most ${NAME_LIMIT} characters.`);
  return name;
}

/** The content type a file is kept with: the one that was sent, if it can stand in a header. */
function mimeTypeOf({ mimeType }: Upload): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream';
}
