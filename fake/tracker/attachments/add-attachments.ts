import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { TrackerError } from '../../server/tracker-error.js';
import type { Upload } from '../../server/upload.js';
import { callerOf } from '../caller-of.js';
import { browsableIssue } from '../issues/find-issue.js';
import { touchIssue } from '../issues/touch-issue.js';
import { requireInProject } from '../require-permission.js';
import { renderAttachment } from './render-attachment.js';

const NAME_LIMIT = 255;

/** `POST /issue/{issueIdOrKey}/attachments`: attaches the files of the parts named `file`, all or none. */
export function addAttachments(call: CallOf<Endpoints['addAttachments']>): Answer {
  const { issue, project } = browsableIssue(call, call.parameters.issueIdOrKey);
  requireInProject(call, 'CREATE_ATTACHMENTS', project);
  if (call.uploads.length === 0) throw new TrackerError(400, 'No file was sent: the body needs a part named file.');
  const created = call.clock.now();
  const author = callerOf(call).key;
  const rows = call.uploads.map((upload) => {
    const filename = checkedName(upload);
    const id = call.state.nextId('attachment');
    return { id, issueId: issue.id, author, filename, mimeType: mimeTypeOf(upload), created, bytes: upload.bytes };
  });
  for (const row of rows) call.state.tables.attachments.set(row);
  touchIssue(call, issue.id);
  return json(rows.map((row) => renderAttachment(call, row)));
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
