import { formatTrackerTime } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import { OpenRefusal, TrackerError } from '../server/errors.js';
import { limits } from '../server/limits.js';
import type { Upload } from '../server/read-uploads.js';
import type { AttachmentRow, IssueRow } from '../state/tables.js';
import type { Call, SomeHandlers, Reader } from './call.js';
import { callerOf, holdsInProject, requireInProject } from './permissions.js';
import { readId } from './read-values.js';
import { renderUserByKey, selfUrl } from './render.js';
import type { View } from './render.js';
import { issueOf, touchIssue, seenIssue } from './rows.js';
import type { Located } from './rows.js';

export const attachmentHandlers = {
  /** `POST /issue/{issueIdOrKey}/attachments`: attaches the files of the parts named `file`, all or none. */
  addAttachments(call) {
    const rows = storeAttachments(call, issueOf(call));
    return json(rows.map((row) => renderAttachment(call, row)));
  },
  getAttachmentSettings: () => json({ enabled: true, uploadLimit: limits.file }),
  getAttachment: (call) =>
    json(renderAttachment(call, browsableAttachment(call, call.parameters.attachmentId).attachment)),
  /** `DELETE /attachment/{attachmentId}`: deletes a file; for its author or who administers the project. */
  deleteAttachment(call) {
    const { state, caller } = call;
    const { attachment, project } = browsableAttachment(call, call.parameters.attachmentId);
    const mine = attachment.author === caller?.key && holdsInProject(state, caller, 'CREATE_ATTACHMENTS', project);
    if (!mine && !holdsInProject(state, caller, 'ADMINISTER_PROJECTS', project)) {
      throw new TrackerError(403, `You do not have permission to delete attachment with id: ${attachment.id}`);
    }
    state.tables.attachments.delete(attachment.id);
    touchIssue(call, attachment.issueId);
    return noContent;
  },
  /** `GET /attachment/{attachmentId}/{filename}`: the bytes of a file. The name is for the browser; the id decides. */
  downloadAttachment(call) {
    const { attachment } = browsableAttachment(call, call.parameters.attachmentId);
    const headers = { 'Content-Type': attachment.mimeType, 'Content-Disposition': disposition(attachment.filename) };
    return { status: 200, bytes: attachment.chunks, headers };
  },
} satisfies SomeHandlers;

/** The header that tells a file's name, as RFC 5987 has it. */
function disposition(filename: string): string {
  const escaped = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return `attachment; filename*=UTF-8''${encodeURIComponent(filename).replace(/['()*]/g, escaped)}`;
}

/** An attachment and the project of its issue. @throws TrackerError 404 for one that is unknown or not for the caller */
function browsableAttachment(call: Reader, text: string) {
  const { attachments, issues } = call.state.tables;
  const attachment = attachments.get(readId(text) ?? 0);
  const located = seenIssue(call, issues.get(attachment?.issueId ?? 0));
  if (attachment && located) return { attachment, project: located.project };
  throw new TrackerError(404, `The attachment with id '${text}' does not exist`);
}

const NAME_LIMIT = 255;

/** All or none. @throws TrackerError 400 for no file */
export function storeAttachments(
  call: Pick<Call, 'state' | 'caller' | 'clock' | 'uploads'>,
  { issue, project }: Located,
): AttachmentRow[] {
  requireInProject(call, 'CREATE_ATTACHMENTS', project);
  if (call.uploads.length === 0) {
    throw new OpenRefusal('wrongTypes', 400, 'No file was sent: the body needs a part named file.');
  }
  const created = formatTrackerTime(call.clock.now());
  const author = callerOf(call).key;
  const rows = call.uploads.map((upload) => ({
    id: call.state.nextId('attachment'),
    issueId: issue.id,
    author,
    filename: checkedName(upload),
    mimeType: mimeTypeOf(upload),
    created,
    size: upload.size,
    chunks: upload.chunks,
  }));
  for (const row of rows) call.state.tables.attachments.set(row);
  touchIssue(call, issue.id);
  return rows;
}

function checkedName({ filename }: Upload): string {
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

function renderAttachment(view: View, row: AttachmentRow) {
  const { id, author, filename, mimeType, created, size } = row;
  return {
    self: selfUrl(view, 'attachment', id),
    id: String(id),
    filename,
    author: renderUserByKey(view, author),
    created,
    size,
    mimeType,
    content: `${view.baseUrl}${view.basePaths.secure}/attachment/${id}/${encodeURIComponent(filename)}`,
  };
}

export function renderAttachmentsOf(view: View, { id }: IssueRow) {
  return view.state.tables.attachments.where('issue', id).map((row) => renderAttachment(view, row));
}
